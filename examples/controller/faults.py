"""Faults of a controller, one for each clause of docs/gateway.md, section 12: `controller.py run … --fault C3.2`.

They prove that `keyward gateway check --listen` names each of them.
"""
import time
import uuid

from controller import KINDS, Busy, Lost, Refused


def faulty(base, clause):
    return FAULTS[clause](base)


def replacing(**methods):
    """A fault that replaces methods; each is given the sound class first."""
    def fault(base):
        own = {name: (lambda method: lambda self, *args, **more: method(base, self, *args, **more))(method)
               for name, method in methods.items()}
        return type('Faulty', (base,), own)
    return fault


def always(value):
    """A method that answers the same, whatever it is asked."""
    return lambda base, self, *args, **more: value


def renumbers(kept):
    """Gives what got no answer another number."""
    def send(base, self):
        try:
            getattr(base, f'send_{kept}')(self)
        except Lost:
            for one in self.state[kept]:
                one['number'] = str(uuid.uuid4())
            raise
    return send


def no_token(base, self, body):
    sound = base.headers(self, body)
    return sound if body is None else {name: value for name, value in sound.items() if name != 'Authorization'}


def form_data(base, self, body):
    return {**base.headers(self, body), **({} if body is None else {'Content-Type': 'text/plain'})}


def strict(base, self, data):
    if 'weather' in data:
        raise Lost('an unknown field')
    base.take(self, data)


def no_retry_after(base, self, *args, **more):
    try:
        return base.call(self, *args, **more)
    except Busy:
        raise Busy(0) from None


def constant(base, self, work):
    """Waits for Retry-After, but doubles nothing."""
    while True:
        try:
            return base.patiently(self, lambda: once(work))
        except Again:
            time.sleep(1)


class Again(Exception):
    pass


def once(work):
    try:
        return work()
    except Exception as error:
        if getattr(error, 'seconds', None) == 0:
            raise Again() from error
        raise


def short_revoked(base, self, seconds):
    time.sleep(1 if seconds == 60 else seconds)


def new_event_ids(base, self):
    for one in self.state['events']:
        one['event']['id'] += '+'
    base.send_events(self)


def no_agent(base, self, serial, kind, agent, result):
    base.report(self, serial, kind, 'someone', result)


def keeps_rejected(base, self, events, answer):
    if not answer['rejected']:
        base.reported(self, events, answer)
    else:
        self.outgoing.set()


def asks_with_position(base, self, everything):
    if self.state['epoch'] or not everything:
        return base.fetch(self, everything)
    _, _, answer = self.call('GET', 'access?epoch=0&version=0')
    self.take(answer['data'])
    return self.confirm()


def never_forgets(base, self, data):
    base.apply(self, {**data, 'whole': False})


def ignores_removed(base, self, data):
    base.apply(self, {**data, 'removed': []} if not data['whole'] else data)


def half_applied(base, self, *args, **more):
    try:
        return base.call(self, *args, **more)
    except Lost:
        if args[:2] == ('GET', f'access{self.query()}'):
            # as if the part that came had been all
            self.state['version'] += 1
            self.confirm()
        raise


def always_everything(base, self, everything):
    base.fetch_once(self, True)


def never_refreshes(base, self, text):
    base.usable_until(self, text)
    self.refresh_at = time.monotonic() + 1000


def ignores_renewal(base, self, text):
    self.refresh_at = time.monotonic() + 0.5


def any_pin(base, self, pin):
    return base.person_with(self, pin) or next(iter(self.state['people'].values()), None)


def all_rights(base, self, person, device):
    return True if device['deviceClass'] == 'LOCK' else base.has_right(self, person, device)


def unsorted_digest(base, self):
    import hashlib
    entries = [entry for kind in KINDS for entry in self.state[kind].values()]
    lines = [f"{entry['id']} {entry['hash']}\n" for entry in sorted(entries, key=lambda entry: entry['hash'])]
    return hashlib.sha256(''.join(lines).encode()).hexdigest()


def only(*values):
    """Obeys the confirmation only when it says one of these."""
    def obey(base, self, fetch):
        return base.obey(self, fetch if fetch in values else 'nothing')
    return obey


def fetches_always(base, self, fetch):
    if fetch == 'nothing' and not getattr(self, 'again', False):
        self.again = True
        self.call('GET', f'access{self.query()}')
        self.again = False
    return base.obey(self, fetch)


def version_alone(base, self, data):
    return data['version'] < self.state['version']


def polls_with(change):
    """Polls otherwise, but fetches what is new."""
    def poll(base, self):
        epoch, version = self.position()
        position = f'epoch={epoch}&version={version}'
        status, _, answer = self.call('GET', f'changes?{change(position, version)}')
        time.sleep(0.2)
        return answer['data'] if status == 200 else None
    return poll


def lazy_poll(base, self):
    news = base.poll(self)
    if news is None:
        time.sleep(3)
    return news


def two_polls(base, self):
    import threading
    if not hasattr(self, 'second'):
        self.second = threading.Thread(target=lambda: [quietly(base.poll, self) for _ in iter(int, 1)], daemon=True)
        self.second.start()
    return base.poll(self)


def quietly(work, *args):
    try:
        work(*args)
    except Exception:
        time.sleep(1)


def long_pause_after_loss(base, self, work):
    try:
        return work()
    except Lost:
        time.sleep(7.5)
    except Exception:
        return base.patiently(self, work)
    return None


def fetch_first(base, self):
    self.fetch(False)
    self.carry_out()


def number_of_its_own(base, self):
    return f'entry-{uuid.uuid4()}'


def closed_when(matches):
    """Judges an answer of redeem as the opposite."""
    def redeem(base, self, body):
        answer = base.redeem(self, body)
        return {'granted': not answer['granted']} if answer is not None and matches(answer) else answer
    return redeem


def trusts_itself(base, self, body):
    answer = base.redeem(self, body)
    key, _ = self.key_with(body['serial'], body['code'])
    trusts = answer is not None and key and answer.get('reason') != 'refused'
    return {**answer, 'granted': True} if trusts else answer


def renumbered(statuses):
    """Repeats with another number: after a lost answer, or after 409."""
    def redeem(base, self, body):
        for _ in range(4):
            try:
                return self.call('POST', 'redeem', body, timeout=3)[2]
            except Lost:
                if 'lost' in statuses:
                    body = {**body, 'number': str(uuid.uuid4())}
                time.sleep(0.2)
            except Refused as refused:
                if refused.status in statuses:
                    body = {**body, 'number': str(uuid.uuid4())}
        return {'granted': False}
    return redeem


def takes_409_for_no_answer(base, self, body):
    answer = base.redeem(self, body)
    return None if answer is not None and answer.get('reason') == 'refused' else answer


def opens_again(base, self, key, step):
    from controller import instant
    return key and self.now() < instant(key['notAfter'])


def any_code(base, self, serial, code):
    key, step = base.key_with(self, serial, code)
    return (key, step) if key else (next(iter(self.state['keys'].values())), int(self.now() // 60) + 5)


def opens_ended(base, self, key, step):
    return key and step > self.state['steps'].get(key['id'], -1)


def wrong_step(base, self, number, serial, key, step):
    return {**base.use(self, number, serial, key, step), 'step': step * 2}


def new_number(base, self, number, serial, key, step):
    return base.use(self, str(uuid.uuid4()), serial, key, step)


def no_commands(base, self):
    self.outgoing.set()


def commands_once(base, self):
    """Asks again only after ten seconds, when an answer did not come."""
    if time.monotonic() < getattr(self, 'not_before', 0):
        time.sleep(0.2)
        return
    self.not_before = time.monotonic() + 10
    base.carry_out(self)
    self.not_before = 0


def refuses(base, self, command):
    answer = base.act(self, command)
    return {'state': 'refused', 'reason': 'not now'} if answer['state'] == 'done' else answer


def paints(base, self, command):
    return base.act(self, {**command, 'type': 'unlock'})


def sends_once(base, self):
    for key, stored in list(self.state['commands'].items()):
        if not stored['sent']:
            stored['sent'] = True
            quietly(lambda: self.call('POST', f'commands/{key}', stored['answer']))


def own_clock_alone(base, self, command):
    from controller import instant
    return instant(command['expiresAt']) - self.now()


def acts_again(base, self, command, stored):
    stored.update(answer=self.act(command), sent=False)


def silent(base, self, serial, number):
    self.count_wrong(serial)


FAULTS = {
    'C1.1': replacing(headers=no_token),
    'C1.2': replacing(headers=form_data),
    'C1.3': replacing(call=no_retry_after),
    'C1.4': replacing(patiently=constant),
    'C1.5': replacing(pause=short_revoked),
    'C1.6': replacing(take=strict),
    'C2.1': replacing(report=no_agent),
    'C2.2': replacing(send_events=new_event_ids),
    'C2.3': replacing(reported=keeps_rejected),
    'C2.4': replacing(show_life=always(None)),
    'C3.1': replacing(fetch=asks_with_position),
    'C3.2': replacing(apply=never_forgets),
    'C3.3': replacing(apply=ignores_removed),
    'C3.4': replacing(fetch_once=always_everything),
    'C3.5': replacing(call=half_applied),
    'C3.6': replacing(is_stale=always(False)),
    'C3.7': replacing(usable_until=never_refreshes),
    'C3.8': replacing(renew=ignores_renewal),
    'C3.9': replacing(usable=always(True)),
    'C3.10': replacing(may_use=always(False)),
    'C3.11': replacing(person_with=any_pin),
    'C3.12': replacing(in_time=always(True)),
    'C3.13': replacing(has_right=all_rights),
    'C3.14': replacing(has_key=always(True)),
    'C4.1': replacing(digest=unsorted_digest),
    'C4.2': replacing(obey=only('changes')),
    'C4.3': replacing(obey=only('all')),
    'C4.4': replacing(obey=fetches_always),
    'C4.5': replacing(is_stale=version_alone),
    'C5.1': replacing(poll=polls_with(lambda position, version: position.replace(f'={version}', '=1') + '&wait=0')),
    'C5.2': replacing(poll=lazy_poll),
    'C5.3': replacing(poll=two_polls),
    'C5.4': replacing(patiently=long_pause_after_loss),
    'C6.1': replacing(start=fetch_first),
    'C7.1': replacing(number=number_of_its_own),
    'C7.2': replacing(redeem=closed_when(lambda answer: answer['granted'])),
    'C7.3': replacing(redeem=trusts_itself),
    'C7.4': replacing(redeem=renumbered(('lost',))),
    'C7.5': replacing(redeem=renumbered((409,))),
    'C7.6': replacing(number=always('0198c1e2-0000-7000-8000-000000000001')),
    'C7.7': replacing(redeem=takes_409_for_no_answer),
    'C8.1': replacing(opens=always(False)),
    'C8.2': replacing(opens=opens_again),
    'C8.3': replacing(key_with=any_code),
    'C8.4': replacing(opens=opens_ended),
    'C8.5': replacing(use=wrong_step),
    'C8.6': replacing(use=new_number),
    'C8.7': replacing(send_uses=renumbers('uses')),
    'C9.1': replacing(count_wrong=always(None)),
    'C9.2': replacing(redeem=closed_when(lambda answer: answer.get('reason') == 'tooManyTries')),
    'C9.3': replacing(wrong=silent),
    'C9.4': replacing(send_tries=renumbers('tries')),
    'C9.5': replacing(heed=always(None)),
    'C10.1': replacing(carry_out=no_commands),
    'C10.2': replacing(carry_out=commands_once),
    'C10.3': replacing(act=refuses),
    'C10.4': replacing(send_answers=sends_once),
    'C10.5': replacing(act=paints),
    'C10.6': replacing(seconds_left=own_clock_alone),
    'C10.7': replacing(repeat=acts_again),
}
