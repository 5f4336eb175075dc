#!/usr/bin/env python3
"""A controller of the gateway protocol in Python's standard library, written from docs/gateway.md alone.

    controller.py run --url http://localhost:3000 --token <token> --folder <where its state is stored>
    controller.py keypad --folder <the same> --serial <device> --entry <what is typed>

It opens nothing but prints what it would open. PINs need Debian's libargon2-1.
"""
import argparse
import base64
import contextlib
import ctypes
import hashlib
import hmac
import http.client
import json
import os
import random
import re
import signal
import socket
import socketserver
import struct
import sys
import threading
import time
import urllib.parse
import uuid
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

KINDS = ('devices', 'people', 'keys')
# seconds without a report, after which it sends one without an event; a poll may delay that by 25
REPORT_EVERY = 240


class Lost(Exception):
    """No answer came."""


class Revoked(Exception):
    """401"""


class Busy(Exception):
    """503, or what a proxy says for it, with the seconds of Retry-After."""

    def __init__(self, seconds):
        super().__init__(seconds)
        self.seconds = seconds


class Refused(Exception):
    """Another status of 400 or more."""

    def __init__(self, status, text):
        super().__init__(f'{status} {text[:500]}')
        self.status = status


def log(*words):
    print(*words, file=sys.stderr, flush=True)


def iso(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec='milliseconds').replace('+00:00', 'Z')


def instant(text):
    return datetime.fromisoformat(text.replace('Z', '+00:00')).timestamp()


def decode(text):
    return base64.b64decode(text + '=' * (-len(text) % 4))


def library():
    for name in ('libargon2.so.1', 'libargon2.1.dylib', '/opt/homebrew/lib/libargon2.1.dylib'):
        with contextlib.suppress(OSError):
            return ctypes.CDLL(name)
    raise SystemExit('libargon2 is missing: apt-get install libargon2-1')


def argon2id(pin, memory, passes, lanes, salt, length):
    raw = library().argon2id_hash_raw
    number, size = ctypes.c_uint32, ctypes.c_size_t
    raw.argtypes = [number, number, number, ctypes.c_char_p, size, ctypes.c_char_p, size, ctypes.c_void_p, size]
    out = ctypes.create_string_buffer(length)
    code = raw(passes, memory, lanes, pin, len(pin), salt, len(salt), out, length)
    if code:
        raise ValueError(f'argon2id: {code}')
    return out.raw


def code_of(secret, step):
    """RFC 6238 with HMAC-SHA-256 and 8 digits."""
    digest = hmac.new(bytes.fromhex(secret), struct.pack('>Q', step), hashlib.sha256).digest()
    at = digest[-1] & 15
    return f'{(struct.unpack(">I", digest[at:at + 4])[0] & 0x7FFFFFFF) % 10**8:08}'


class Controller:
    def __init__(self, url, token, folder, report_every=REPORT_EVERY):
        self.base = urllib.parse.urlsplit(url)
        self.token = token
        self.folder = folder
        self.lock = threading.RLock()
        self.outgoing = threading.Event()
        self.offset = None
        self.online = False
        self.asked = {}
        self.refresh_at = 0
        self.report_every = report_every
        self.report_at = 0
        self.state = {
            'epoch': 0, 'version': 0, 'usableUntil': 0, 'devices': {}, 'people': {}, 'keys': {},
            'steps': {}, 'away': {}, 'wrong': {}, 'events': [], 'uses': [], 'tries': [], 'commands': {}, 'lastEvent': 0,
        }
        os.umask(0o077)
        with contextlib.suppress(FileNotFoundError), open(f'{folder}/state.json', encoding='utf-8') as file:
            self.state.update(json.load(file))

    # --- storage and time

    def save(self):
        """Replaces the stored state as a whole, so that a power failure leaves the former or the new one."""
        with self.lock:
            with open(f'{self.folder}/state.new', 'w', encoding='utf-8') as file:
                json.dump(self.state, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(f'{self.folder}/state.new', f'{self.folder}/state.json')

    def now(self):
        """By the server's clock, as far as it is known."""
        return time.time() - (self.offset or 0)

    # --- calls

    def headers(self, body):
        content = {} if body is None else {'Content-Type': 'application/json'}
        return {'Authorization': f'Bearer {self.token}', **content}

    def call(self, method, path, body=None, more=None, timeout=40):
        kind = http.client.HTTPSConnection if self.base.scheme == 'https' else http.client.HTTPConnection
        connection = kind(self.base.hostname, self.base.port, timeout=timeout)
        try:
            content = None if body is None else json.dumps(body)
            connection.request(method, f'/gateway/v1/{path}', content, {**self.headers(body), **(more or {})})
            response = connection.getresponse()
            text = response.read()
            answer = json.loads(text) if text and response.status < 400 else None
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.online = False
            raise Lost(str(error)) from error
        finally:
            connection.close()
        self.online = True
        if response.headers['Date']:
            # it is cut to whole seconds
            self.offset = time.time() - parsedate_to_datetime(response.headers['Date']).timestamp() - 0.5
        if response.status == 401:
            raise Revoked()
        if response.status in (502, 503, 504):
            raise Busy(float(response.headers['Retry-After'] or 0))
        if response.status >= 400:
            raise Refused(response.status, text.decode(errors='replace'))
        return response.status, response.headers, answer

    def patiently(self, work):
        """Works until it succeeds, and waits as the protocol asks."""
        wait = 1
        while True:
            try:
                return work()
            except Busy as busy:
                pause = max(busy.seconds, wait)
                wait = min(60, pause * 2)
            except Refused as refused:
                log('refused:', refused)
                pause = wait
                wait = min(60, pause * 2)
            except Revoked:
                pause = 60
            except Lost:
                pause = random.uniform(0, 5)
            self.pause(pause)

    def pause(self, seconds):
        time.sleep(seconds)

    # --- what it holds

    def position(self):
        return self.state['epoch'], self.state['version']

    def query(self):
        return '?epoch={}&version={}'.format(*self.position())

    def digest(self):
        entries = [entry for kind in KINDS for entry in self.state[kind].values()]
        lines = [f"{entry['id']} {entry['hash']}\n" for entry in sorted(entries, key=lambda entry: entry['id'])]
        return hashlib.sha256(''.join(lines).encode()).hexdigest()

    def usable_until(self, text):
        """Verifiers and secrets work until then; a quarter of that time later it is renewed."""
        self.state['usableUntil'] = instant(text)
        self.refresh_at = time.monotonic() + max(0.5, (instant(text) - self.now()) / 4)

    def is_stale(self, data):
        return (data['epoch'], data['version']) < self.position()

    def apply(self, data):
        for kind in KINDS:
            held = {} if data['whole'] else self.state[kind]
            held = {key: entry for key, entry in held.items() if key not in data['removed']}
            self.state[kind] = held | {entry['id']: entry for entry in data[kind]}
        self.state['epoch'], self.state['version'] = data['epoch'], data['version']

    def take(self, data):
        with self.lock:
            if self.is_stale(data):
                return
            self.apply(data)
            self.usable_until(data['usableUntil'])
            self.save()

    def fetch(self, everything):
        self.fetch_once(everything)
        self.confirm()

    def fetch_once(self, everything):
        _, _, answer = self.call('GET', 'access' + ('' if everything or not self.state['epoch'] else self.query()))
        self.take(answer['data'])

    def confirm(self):
        fetched = 0
        while self.obey(self.confirm_once()):
            fetched += 1
            if fetched == 5:
                # what still differs is not corrected by fetching it once more at once
                log('what was fetched differs from what the portal handed out')
                raise Busy(60)

    def confirm_once(self):
        epoch, version = self.position()
        body = {'epoch': epoch, 'version': version, 'digest': self.digest()}
        _, _, answer = self.call('POST', 'access/confirm', body)
        return answer['data']['fetch']

    def obey(self, fetch):
        """Returns whether it fetched."""
        if fetch == 'nothing':
            return False
        self.fetch_once(fetch == 'all')
        return True

    def refresh(self):
        tag = '"{}-{}"'.format(*self.position())
        status, headers, answer = self.call('GET', 'access', more={'If-None-Match': tag})
        if status == 304:
            self.renew(headers['keyward-usable-until'])
        else:
            self.take(answer['data'])
            self.confirm()

    def renew(self, text):
        with self.lock:
            self.usable_until(text)
            self.save()

    # --- the main loop

    def start(self):
        if self.state['epoch']:
            self.confirm()
        else:
            self.fetch(True)
        self.heed(self.call('POST', 'tries', {'tries': []})[2]['data']['waits'])
        self.carry_out()

    def poll(self):
        wait = int(max(0, min(25, self.refresh_at - time.monotonic())))
        status, _, answer = self.call('GET', f'changes{self.query()}&wait={wait}')
        return answer['data'] if status == 200 else None

    def turn(self):
        if time.monotonic() >= self.refresh_at:
            self.refresh()
        if time.monotonic() >= self.report_at:
            self.show_life()
        news = self.poll()
        if news is None:
            return
        if (news['access']['epoch'], news['access']['version']) != self.position():
            self.fetch(False)
        if news['commands']:
            self.carry_out()

    # --- commands

    def carry_out(self):
        _, _, answer = self.call('GET', 'commands')
        for command in answer['data']:
            with self.lock:
                stored = self.state['commands'].get(command['id'])
                if stored is None:
                    self.carry_out_one(command)
                else:
                    self.repeat(command, stored)
                self.save()
        self.outgoing.set()

    def repeat(self, command, stored):
        stored['sent'] = False

    def seconds_left(self, command):
        return min(instant(command['expiresAt']) - self.now(), command['secondsLeft'])

    def carry_out_one(self, command):
        end = self.now() + self.seconds_left(command)
        stored = {'end': end, 'sent': False, 'answer': {'state': 'refused', 'reason': 'interrupted'}}
        self.state['commands'] = {key: one for key, one in self.state['commands'].items() if one['end'] > self.now() - 86400}
        self.state['commands'][command['id']] = stored
        # before it acts: an id that it has seen is not carried out again
        self.save()
        stored['answer'] = self.act(command)

    def act(self, command):
        if command['type'] != 'unlock':
            return {'state': 'refused', 'reason': 'unknown type'}
        if self.seconds_left(command) <= 0:
            return {'state': 'refused', 'reason': 'too late'}
        if self.device(command['serial']) is None:
            return {'state': 'refused', 'reason': 'no such device'}
        print('unlocks', command['serial'], flush=True)
        return {'state': 'done', 'time': iso(time.time())}

    # --- what is sent until it is acknowledged

    def send(self):
        self.outgoing.wait()
        self.outgoing.clear()
        try:
            self.send_tries()
            self.send_uses()
            self.send_events()
            self.send_answers()
        except Exception:
            self.outgoing.set()
            raise

    def send_uses(self):
        self.deliver('uses', 100, self.post_uses)

    def post_uses(self, uses):
        _, _, answer = self.call('POST', 'uses', {'uses': uses})
        self.acknowledge('uses', {one['number'] for one in answer['data']})

    def send_tries(self):
        self.deliver('tries', 100, self.post_tries)

    def post_tries(self, tries):
        _, _, answer = self.call('POST', 'tries', {'tries': tries})
        self.heed(answer['data']['waits'])
        self.acknowledge('tries', {one['number'] for one in answer['data']['tries']})

    def send_events(self):
        self.deliver('events', 1000, self.post_events)

    def post_events(self, events):
        serials = sorted({one['serial'] for one in events})
        of = {serial: [one['event'] for one in events if one['serial'] == serial] for serial in serials}
        self.reported(events, self.post_reports([{'serial': serial, 'events': list_} for serial, list_ in of.items()]))

    def post_reports(self, reports):
        _, _, answer = self.call('POST', 'reports', {'reports': reports})
        self.report_at = time.monotonic() + self.report_every
        return answer

    def show_life(self):
        """The portal shows a controller that does not report as offline."""
        self.post_reports([])

    def reported(self, events, answer):
        # what was rejected is not sent again
        self.acknowledge('events', {one['number'] for one in events})

    def deliver(self, box, most, post):
        """Sends what waits. A call is refused as a whole: it is split, and what is refused alone is dropped."""
        waiting = self.state[box][:most]
        if not waiting:
            return
        try:
            post(waiting)
        except Refused as refused:
            if refused.status not in (400, 413):
                raise
            if len(waiting) > 1:
                self.deliver(box, len(waiting) // 2, post)
                return
            log('dropped:', refused, json.dumps(waiting[0]))
            self.acknowledge(box, {waiting[0]['number']})

    def acknowledge(self, box, acknowledged):
        with self.lock:
            self.state[box] = [one for one in self.state[box] if one['number'] not in acknowledged]
            self.save()
        if self.state[box]:
            self.outgoing.set()

    def send_answers(self):
        for key, stored in list(self.state['commands'].items()):
            if not stored['sent']:
                try:
                    self.call('POST', f'commands/{key}', stored['answer'])
                except Refused as refused:
                    if refused.status not in (400, 404):
                        raise
                    log('not taken:', refused)
                with self.lock:
                    stored['sent'] = True
                    self.save()

    def report(self, serial, kind, agent, result):
        with self.lock:
            self.state['lastEvent'] += 1
            number = self.state['lastEvent']
            event = {'id': str(number), 'type': kind, 'time': iso(time.time()), 'agent': agent, 'result': result}
            self.state['events'].append({'number': number, 'serial': serial, 'event': event})
            self.save()
        self.outgoing.set()

    # --- the keypad

    def device(self, serial):
        return next((one for one in self.state['devices'].values() if one['serial'] == serial), None)

    def usable(self):
        return self.now() < self.state['usableUntil']

    def enter(self, serial, entry):
        """Whether the device opens."""
        device = self.device(serial)
        self.await_report(serial)
        if device is None or not self.usable() or self.blocked(serial):
            return False
        person = self.person_with(entry)
        if person:
            granted = self.may_use(person, device)
            self.used(person, device, granted)
            return granted
        if re.fullmatch('[0-9]{8}', entry):
            return self.code(serial, entry)
        self.wrong(serial, self.number())
        return False

    def person_with(self, pin):
        hashed = {}
        for person in self.state['people'].values():
            match = re.fullmatch(r'\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)', person['verifier'] or '')
            if not match:
                continue
            memory, passes, lanes, salt, expected = match.groups()
            kind = (memory, passes, lanes, salt, len(decode(expected)))
            if kind not in hashed:
                numbers = int(memory), int(passes), int(lanes)
                hashed[kind] = argon2id(pin.encode(), *numbers, decode(salt), kind[-1])
            if hmac.compare_digest(hashed[kind], decode(expected)):
                return person
        return None

    def in_time(self, person):
        return (not person['notBefore'] or instant(person['notBefore']) <= self.now()) and (
            not person['notAfter'] or self.now() < instant(person['notAfter']))

    def has_right(self, person, device):
        return device['right'] in person['rights']

    def reaches(self, person, key):
        """Whether the key is in its place, or this person has it. A key of which nothing is known is in its place."""
        return self.state['away'].get(key['id'], person['id']) == person['id']

    def has_key(self, person):
        keys = [one for one in self.state['devices'].values() if one['deviceClass'] == 'KEY']
        return any(self.has_right(person, key) and self.reaches(person, key) for key in keys)

    def may_use(self, person, device):
        if self.state['away'].get(device['id']) == person['id']:
            # what a person brings back is taken, whatever has become of the right
            return True
        if not self.has_right(person, device) or not self.in_time(person):
            return False
        if device['deviceClass'] == 'KEY':
            return self.reaches(person, device)
        return self.has_key(person) if device['deviceClass'] in ('LOCK', 'POD') else True

    def used(self, person, device, granted):
        kind = 'LOCK_UNLOCK'
        if device['deviceClass'] == 'KEY':
            kind = 'KEY_CHECKIN' if device['id'] in self.state['away'] else 'KEY_CHECKOUT'
            if granted and kind == 'KEY_CHECKOUT':
                self.state['away'][device['id']] = person['id']
            elif granted:
                del self.state['away'][device['id']]
        self.report(device['serial'], kind, person['username'], 'success' if granted else 'unauthorized')

    def tries(self, serial):
        """Wrong entries, of which one is forgotten in 10 minutes, and until when the device takes none."""
        tries, counted, until = self.state['wrong'].get(serial, (0, 0, 0))
        return max(0, tries - (time.time() - counted) / 600), until

    def blocked(self, serial):
        return time.time() < self.tries(serial)[1]

    def count_wrong(self, serial):
        with self.lock:
            tries, until = self.tries(serial)
            tries = min(12, tries + 1)
            wait = min(300, 10 * 2 ** (round(tries) - 5)) if round(tries) >= 5 else 0
            self.state['wrong'][serial] = (tries, time.time(), max(until, time.time() + wait))
            self.save()

    def wait(self, serial, seconds):
        """The device takes no entry for so long, as the portal says."""
        with self.lock:
            tries, until = self.tries(serial)
            self.state['wrong'][serial] = (tries, time.time(), max(until, time.time() + seconds))
            self.save()

    def heed(self, waits):
        for one in waits:
            self.wait(one['serial'], one['retryAfter'])

    def wrong(self, serial, number):
        """An entry that the portal did not judge: it is counted here and reported."""
        self.count_wrong(serial)
        with self.lock:
            self.state['tries'] = [*self.state['tries'], {'number': number, 'serial': serial, **self.times()}][-1000:]
            self.save()
        self.asked[serial] = time.monotonic()
        self.outgoing.set()

    def await_report(self, serial):
        """With a connection, the next entry waits for the answer to the report of a wrong one, for 5 s at most."""
        while self.online and time.monotonic() < self.asked.get(serial, 0) + 5:
            if all(one['serial'] != serial for one in self.state['tries']):
                return
            time.sleep(0.02)

    def times(self):
        return {'time': iso(time.time()), 'offset': None if self.offset is None else round(self.offset, 3)}

    # --- OnePASS codes

    def key_with(self, serial, code):
        step = int(self.now() // 60)
        for key in self.state['keys'].values():
            for one in (step, step - 1):
                if key['serial'] == serial and hmac.compare_digest(code_of(key['secret'], one), code):
                    return key, one
        return None, None

    def code(self, serial, code):
        number = self.number()
        key, step = self.key_with(serial, code)
        answer = self.redeem({'number': number, 'serial': serial, 'code': code})
        if answer is not None:
            return self.judged(serial, answer, key, step)
        if not self.opens(key, step):
            if key is None:
                self.wrong(serial, number)
            return False
        with self.lock:
            # written down before it opens
            self.state['steps'][key['id']] = step
            self.state['uses'].append(self.use(number, serial, key, step))
            self.save()
        self.outgoing.set()
        return True

    def judged(self, serial, answer, key, step):
        if answer['granted'] and key:
            self.state['steps'][key['id']] = step
            self.save()
        if answer.get('reason') == 'wrongCode':
            self.count_wrong(serial)
        if answer.get('reason') == 'tooManyTries':
            self.wait(serial, answer['retryAfter'])
        if answer.get('reason') == 'noOnePass':
            self.wrong(serial, self.number())
        return answer['granted']

    def number(self):
        return str(uuid.uuid4())

    def opens(self, key, step):
        return key and self.now() < instant(key['notAfter']) and step > self.state['steps'].get(key['id'], -1)

    def use(self, number, serial, key, step):
        return {'number': number, 'serial': serial, 'keyId': key['id'], 'step': step, **self.times()}

    def redeem(self, body):
        """The portal's answer; None if none came in a few tries. 409 is an answer: when it goes on, the code is refused."""
        tries, until = 4, time.monotonic() + 5
        while tries:
            try:
                _, _, answer = self.call('POST', 'redeem', body, timeout=3)
                return answer
            except (Lost, Busy, Revoked):
                tries -= 1
                time.sleep(0.2)
            except Refused as refused:
                if refused.status != 409 or time.monotonic() > until:
                    return {'granted': False, 'reason': 'noOnePass' if refused.status == 404 else 'refused'}
                time.sleep(0.05)
        return None

    # --- the process

    def run(self):
        controller = self

        class Keypad(socketserver.StreamRequestHandler):
            def handle(self):
                typed = json.loads(self.rfile.readline())
                opened = controller.enter(typed['serial'], typed['entry'])
                self.wfile.write(b'open\n' if opened else b'closed\n')

        with open(f'{self.folder}/pid', 'w', encoding='utf-8') as file:
            file.write(str(os.getpid()))
        server = socketserver.ThreadingTCPServer(('127.0.0.1', 0), Keypad)
        with open(f'{self.folder}/keypad.new', 'w', encoding='utf-8') as file:
            file.write(str(server.server_address[1]))
        os.replace(f'{self.folder}/keypad.new', f'{self.folder}/keypad')
        self.outgoing.set()
        for work in (server.serve_forever, lambda: self.forever(self.send)):
            threading.Thread(target=work, daemon=True).start()
        self.patiently(self.start)
        self.forever(self.turn)

    def forever(self, work):
        while True:
            self.patiently(work)


def keypad(folder, serial, entry):
    with open(f'{folder}/keypad', encoding='utf-8') as file:
        port = int(file.read())
    with socket.create_connection(('127.0.0.1', port)) as connection:
        connection.sendall(json.dumps({'serial': serial, 'entry': entry}).encode() + b'\n')
        print(connection.makefile().readline().strip())


def main():
    parser = argparse.ArgumentParser(description='A controller of the gateway protocol')
    commands = parser.add_subparsers(dest='command', required=True)
    runs = commands.add_parser('run')
    for name in ('--url', '--token', '--folder'):
        runs.add_argument(name, required=True)
    runs.add_argument('--report-every', type=float, default=REPORT_EVERY, help='seconds until it reports without an event')
    runs.add_argument('--fault', help='misbehaves, for tests of the check: faults.py')
    types = commands.add_parser('keypad')
    for name in ('--folder', '--serial', '--entry'):
        types.add_argument(name, required=True)
    given = parser.parse_args()
    if given.command == 'keypad':
        keypad(given.folder, given.serial, given.entry)
        return
    # kill -HUP restarts it, as a power failure would
    signal.signal(signal.SIGHUP, lambda *_: os.execv(sys.executable, [sys.executable, *sys.argv]))
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    controller = Controller
    if given.fault:
        sys.modules['controller'] = sys.modules['__main__']
        import faults
        controller = faults.faulty(Controller, given.fault)
    controller(given.url, given.token, given.folder, given.report_every).run()


if __name__ == '__main__':
    main()
