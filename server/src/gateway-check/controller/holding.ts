// Scenes of sections 3 to 6: how a controller fetches, holds and confirms entries, and how it waits.
import { type Check, given, must, once } from '#gateway-check/verdicts.ts';
import { firstOnly, isConfirm, isFetch, isReports, type Play, positionText } from './play.ts';
import { ok } from './stage.ts';
import { changed, type Contents } from './world.ts';

export function holding(play: Play): Check[] {
  const { stage, world, mark, take, fresh, expectCall, mustHold, started, confirms } = play;
  const { contents, person } = world;
  const start = once(async () => {
    await started();
    const at = stage.latest();
    return expectCall(`the confirmation of ${positionText(at)}`, confirms(at), 0);
  });
  /** Clauses that are judged by digests need a correct one. */
  const digests = once(() =>
    given(
      'the digest',
      start().then((confirm) => mustHold(confirm, contents)),
    ),
  );

  const guest = person('Guest', null, ['r-lock'], null, null);
  const withGuest: Contents = { ...contents, people: [...contents.people, guest] };
  const forgets = once(async () => {
    await digests();
    await fresh(withGuest);
    const { confirm } = await take(contents, { forget: true });
    mustHold(confirm, contents);
  });
  const delta = once(async () => {
    await fresh(withGuest);
    const before = stage.latest();
    const [first, ...others] = contents.people;
    const next: Contents = {
      ...contents,
      people: [...(first ? [changed(first, { name: 'Renamed' })] : []), ...others, person('New', null, [], null, null)],
    };
    const { from, confirm } = await take(next);
    return { before, next, from, confirm };
  });
  return [
    {
      id: 'C3.1',
      title: 'A controller that holds nothing fetches everything: GET access without a position.',
      work: async () => {
        const { fetched } = await started();
        must(Object.keys(fetched.query).length === 0, 'no position', fetched.query);
      },
    },
    {
      id: 'C4.1',
      title: 'It confirms what it fetched, with the digest of its entries.',
      work: async () => mustHold(await start(), contents),
    },
    {
      id: 'C2.4',
      title: 'It reports after a start, also without an event.',
      work: async () => {
        await given('the controller has not started', started());
        await expectCall('POST reports', isReports, 0);
      },
    },
    { id: 'C3.2', title: 'A whole answer: it forgets every entry that is not listed.', work: forgets },
    {
      id: 'C3.3',
      title: 'A delta: entries replace those with their ids, and what was removed is forgotten.',
      work: async () => {
        await digests();
        await given('whole answers', forgets());
        const { confirm, next } = await delta();
        mustHold(confirm, next);
      },
    },
    {
      id: 'C3.4',
      title: 'It asks for changes with the position of what it holds.',
      work: async () => {
        const { from, before } = await given('a change', delta());
        const { query } = await expectCall('GET access', isFetch, from);
        const same = query['epoch'] === `${before.epoch}` && query['version'] === `${before.version}`;
        must(same, positionText(before), query);
      },
    },
    {
      id: 'C3.5',
      title: 'An answer that breaks off is not applied; it is fetched again.',
      work: async () => {
        await digests();
        await given('whole answers', forgets());
        await fresh();
        stage.answer(firstOnly(1, isFetch, () => 'half'));
        const { confirm } = await take(withGuest);
        mustHold(confirm, withGuest);
      },
    },
    {
      id: 'C3.6',
      title: 'An answer with an earlier position than the one held is not applied.',
      work: async () => {
        await fresh();
        const old = stage.accessSince({});
        await take(withGuest);
        const from = mark();
        stage.answer(firstOnly(1, isFetch, () => ok({ data: old })));
        await take(contents);
        const back = stage.calls.slice(from).find((call) => confirms(old)(call));
        must(!back, `no confirmation of ${positionText(old)}`, back?.body);
      },
    },
    {
      id: 'C1.6',
      title: 'Fields of an answer that it does not know are ignored.',
      work: async () => {
        await digests();
        await fresh();
        const more = (entry: object) => ({ ...entry, colour: 'green', more: { nested: [1] } });
        stage.answer(
          firstOnly(Infinity, isFetch, ({ query }) => {
            const data = stage.accessSince(query);
            return ok({ data: { ...data, people: data.people.map(more), weather: 'fine' }, meta: 1 });
          }),
        );
        const { confirm } = await take(withGuest);
        mustHold(confirm, withGuest);
      },
    },
    {
      id: 'C4.2',
      title: 'After drift it fetches everything, without a position, and confirms it.',
      work: async () => {
        await fresh();
        const drifted = () => ok({ data: { outcome: 'drift', fetch: 'all', access: stage.latest() } });
        stage.answer(firstOnly(1, isConfirm, drifted));
        const from = (await take(withGuest)).confirm;
        const next = stage.calls.indexOf(from) + 1;
        const { query } = await expectCall('GET access', isFetch, next);
        must(query['epoch'] === undefined, 'no position', query);
        await expectCall('the confirmation', confirms(stage.latest()), next);
      },
    },
    {
      id: 'C4.3',
      title: 'When the confirmation says changes, it fetches and confirms again.',
      work: async () => {
        await fresh();
        const behind = () => ok({ data: { outcome: 'older', fetch: 'changes', access: stage.latest() } });
        stage.answer(firstOnly(1, isConfirm, behind));
        const next = stage.calls.indexOf((await take(withGuest)).confirm) + 1;
        await expectCall('GET access', isFetch, next);
        await expectCall('the confirmation', confirms(stage.latest()), next);
      },
    },
    {
      id: 'C4.4',
      title: 'When the confirmation says nothing, it does not fetch again until something is new.',
      work: async () => {
        const { confirm } = await fresh();
        await play.sleep(0.8);
        const again = stage.calls.slice(stage.calls.indexOf(confirm) + 1).find(isFetch);
        must(!again, 'no GET access', again?.query);
      },
    },
  ];
}
