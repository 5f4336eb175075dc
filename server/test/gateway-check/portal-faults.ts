// A fault for each clause on portals: answers that break this clause and no other.
import type { ClauseId } from '#gateway-check/verdicts.ts';
import {
  answers,
  at,
  bodyOf,
  grant,
  grants,
  isCommandAnswer,
  isGiveBack,
  json,
  nth,
  ok,
  outcome,
  reason,
  redeemed,
  refused,
  repeats,
  status,
  usesOutcome,
  whole,
  type Fault,
  type Row,
} from './portal-answers.ts';

const isTries = at('tries');
const triesOutcome = (wanted: string, reported: object) =>
  json(isTries, ({ data }) => {
    for (const one of data.tries)
      if (`${one.outcome} ${one.reason ?? ''}`.trim() === wanted) Object.assign(one, reported);
  });

/** Each is made for one run, since some count calls. */
export const portalFaults: Record<ClauseId, () => Fault> = {
  'P1.1': () => answers((call) => call.token === null && at('access')(call), ok({ data: {} })),
  'P1.2': () => answers((call) => call.token?.startsWith('0') === true && at('uses')(call), ok({ data: [] })),
  'P1.3': () => answers(at('nothing'), (answer) => ({ ...answer, text: 'Not Found' })),
  'P1.4': () => refused('redeem', 400, 200),
  'P1.5': () =>
    answers(at('commands', 'GET'), (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/html' },
    })),
  'P1.6': () =>
    answers(at('commands', 'GET'), (answer) => ({ ...answer, headers: { ...answer.headers, date: undefined } })),
  'P2.1': () =>
    json(
      (call) => at('reports')(call) && JSON.stringify(call.body) === '{"reports":[]}',
      (body) => {
        body.accepted = 1;
      },
    ),
  'P2.2': () =>
    json(at('reports'), (body) => {
      body.rejected = body.rejected.filter((one) => one.reason !== 'unknownDevice');
    }),
  'P2.3': () =>
    json(at('reports'), (body) => {
      body.accepted += body.duplicates;
      body.duplicates = 0;
    }),
  'P2.4': () =>
    json(at('reports'), (body) => {
      if (body.rejected[0]?.reason === 'unknownStateField') body.accepted++;
    }),
  'P2.5': () => refused('reports', 400, 200),
  'P3.1': () =>
    json(whole, ({ data }) => {
      data.devices = data.devices.map((one) => ({ ...one, deviceClass: null }));
    }),
  'P3.2': () =>
    json(whole, ({ data }) => {
      data.digest = 'ab'.repeat(32);
    }),
  'P3.3': () => answers(whole, (answer) => ({ ...answer, headers: { ...answer.headers, etag: 'W/"1"' } })),
  'P3.4': () => answers(at('access'), (answer) => (answer.status === 304 ? { ...answer, text: '{}' } : answer)),
  'P3.5': () =>
    answers(at('access'), (answer) =>
      answer.status === 304
        ? { ...answer, headers: { ...answer.headers, 'keyward-usable-until': '2026-01-01T00:00:00.000Z' } }
        : answer,
    ),
  'P3.6': () =>
    json(
      (call) => at('access')(call) && !call.headers?.['if-none-match'],
      ({ data }) => {
        data.usableUntil = '2026-01-01T00:00:00.000Z';
      },
    ),
  'P3.7': () =>
    json(
      (call) => at('access')(call) && call.path.includes('?'),
      ({ data }) => {
        if (!data.whole && data.devices.length + data.people.length === 0) data.removed.push(crypto.randomUUID());
      },
    ),
  'P3.8': () =>
    json(
      (call) => call.path.endsWith('access?epoch=1&version=1'),
      ({ data }) => {
        data.whole = false;
      },
    ),
  'P3.9': () =>
    json(whole, ({ data }) => {
      data.people[0]?.rights.push('another');
    }),
  'P3.10': () =>
    json(whole, ({ data }) => {
      for (const person of data.people) person.verifier = person.verifier?.replace('argon2id', 'argon2i') ?? null;
    }),
  'P3.11': () => {
    let seen = 0;
    return json(whole, ({ data }) => {
      // P3.11 makes the fifth and the sixth of these calls
      if (++seen === 6) data.version++;
    });
  },
  'P3.12': () =>
    json(
      (call) => at('access')(call) && call.path.includes('?'),
      ({ data }) => {
        if (!data.whole) data.devices.pop();
      },
    ),
  'P4.1': () =>
    json(at('access/confirm'), ({ data }) => {
      if (data.outcome === 'works') data.fetch = 'changes';
    }),
  'P4.2': () => outcome('drift', 'works'),
  'P4.3': () => outcome('refused', 'works'),
  'P4.4': () =>
    json(
      (call) => at('access/confirm')(call) && bodyOf(call).epoch === 1,
      ({ data }) => {
        data.outcome = 'drift';
      },
    ),
  'P4.5': () => outcome('older', 'works'),
  'P4.6': () =>
    json(
      (call) => at('access/confirm')(call) && (bodyOf(call).version ?? 0) > 900,
      ({ data }) => {
        data.access.epoch -= 1e9;
      },
    ),
  'P5.1': () =>
    json(
      (call) => call.path.endsWith('changes?wait=20'),
      ({ data }) => {
        data.access.version++;
      },
    ),
  'P5.2': () =>
    answers(
      (call) => call.path.includes('changes?epoch=1&'),
      (answer) => ({ ...answer, status: 204, text: '' }),
    ),
  'P5.3': () =>
    answers(at('changes'), (answer) => (answer.status === 204 ? { ...answer, status: 204, text: '{}' } : answer)),
  'P5.4': () => (send) => async (call) =>
    at('changes')(call) && call.path.endsWith('wait=1')
      ? send({ ...call, path: call.path.replace(/1$/, '0') })
      : send(call),
  'P5.5': () => (send) => async (call) =>
    // the newer call does not reach the portal
    at('changes')(call) && call.path.endsWith('wait=0') ? { status: 204, headers: {}, text: '' } : send(call),
  'P5.6': () => refused('changes', 400, 204),
  'P5.7': () =>
    json(at('changes'), ({ data }, call) => {
      if (/epoch=\d\d/.test(call.path)) data.access.version += 5;
    }),
  'P7.1': () => {
    let first: string | undefined;
    return json(redeemed, (body, call) => {
      const { number } = bodyOf(call);
      if (body.granted) first ??= number;
      if (number === first) delete body.keyId;
    });
  },
  'P7.2': () =>
    json(repeats(), (body) => {
      if (body.granted) body.usesLeft--;
    }),
  'P7.3': () => refused('redeem', 422, 409),
  'P7.4': () => {
    let seen = 0;
    return reason('codeUsed', (body) => {
      if (++seen === 1) grant(body);
    });
  },
  'P7.5': () => grants(3, (body) => body.usesLeft++),
  'P7.6': () =>
    json(nth(2, isGiveBack), (body) => {
      body.returned = false;
    }),
  'P7.7': () => {
    let seen = 0;
    return reason('codeUsed', (body) => {
      if (++seen === 2) grant(body);
    });
  },
  'P7.8': () =>
    json(isGiveBack, (body) => {
      if (!body.returned) body.returned = true;
    }),
  'P7.9': () => answers(isGiveBack, (answer) => (answer.status === 404 ? status(200)(answer) : answer)),
  'P7.10': () => reason('wrongCode', (body) => (body.reason = 'expired')),
  'P7.11': () =>
    json(
      (call) => redeemed(call) && bodyOf(call).code === 'no code',
      (body) => {
        if (body.reason === 'unknownDevice') body.reason = 'wrongCode';
      },
    ),
  'P8.1': () =>
    json(at('uses'), ({ data }) => {
      for (const one of data) if (one.outcome === 'stored') one.outcome = 'refused';
    }),
  'P8.2': () => {
    const seen = new Set<string>();
    return json(at('uses'), ({ data }, call) => {
      const [use] = bodyOf(call).uses ?? [];
      if (use && data[0]?.outcome === 'repeated' && seen.has(use.number)) data[0].outcome = 'stored';
      if (use) seen.add(use.number);
    });
  },
  'P8.3': () => usesOutcome('refused numberReused', { outcome: 'stored', reason: undefined }),
  'P8.4': () => {
    const seen = new Set<string>();
    return json(at('uses'), ({ data }, call) => {
      const [use] = bodyOf(call).uses ?? [];
      if (use && data[0]?.outcome === 'repeated' && !seen.has(use.number)) data[0].outcome = 'stored';
      if (use) seen.add(use.number);
    });
  },
  'P8.5': () => usesOutcome('refused unknownKey', { outcome: 'stored', reason: undefined }),
  'P8.6': () => refused('uses', 400, 200),
  'P9.1': () => reason('tooManyTries', (body) => delete body.retryAfter),
  'P9.2': () => answers((call) => isTries(call) && bodyOf(call).tries?.length === 0, ok({ data: { tries: [] } })),
  'P9.3': () => triesOutcome('repeated', { outcome: 'counted' }),
  'P9.4': () => triesOutcome('refused unknownDevice', { outcome: 'counted', reason: undefined }),
  'P9.5': () => refused('tries', 400, 200),
  'P10.1': () => answers(nth(1, at('commands', 'GET')), (answer) => ({ ...answer, text: '[]' })),
  'P10.2': () => answers(isCommandAnswer, (answer) => (answer.status === 404 ? ok({ state: 'done' })(answer) : answer)),
  'P10.3': () =>
    json(at('commands', 'GET'), ({ data }) => {
      for (const one of data) one.secondsLeft = 86_400;
    }),
  'P10.4': () => {
    const seen = new Set<string>();
    return json(at('commands', 'GET'), (body) => {
      const rows: Row[] = body.data;
      Object.assign(body, { data: rows.filter(({ id }) => !seen.has(id)) });
      for (const { id } of body.data) seen.add(id);
    });
  },
  'P10.5': () =>
    json(isCommandAnswer, (body, call) => {
      body.state = bodyOf(call).state ?? '';
    }),
  'P10.6': () => {
    const ids = new Map<string, object>();
    return (send) => async (call) => {
      const answer = await send(call);
      if (!at('commands', 'GET')(call) || answer.status !== 200) return answer;
      const body = JSON.parse(answer.text) as { data: { id: string }[] };
      for (const one of body.data) ids.set(one.id, one);
      return { ...answer, text: JSON.stringify({ data: [...ids.values()] }) };
    };
  },
};
