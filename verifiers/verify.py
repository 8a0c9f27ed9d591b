#!/usr/bin/env python3
"""Checks an exported log of Supreme Access, offline. Written from docs/log-format.md alone; the twin of verify.mjs.

Python 3.8 or newer, nothing but its standard library. Signatures are checked where the package `cryptography` is installed
(Debian: python3-cryptography); where it is not, that is said, and the exit code is 3.
"""
import argparse
import base64
import datetime
import hashlib
import json
import re
import sys

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None

HASH = re.compile(r"[A-Za-z0-9_-]{43}\Z")
INDEX = re.compile(r"(0|[1-9][0-9]{0,9})\Z")
ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
ODD = re.compile('["\\\\\x00-\x1f\ud800-\udfff]')


class Finding(Exception):
    def __init__(self, kind, place, text):
        super().__init__(f"{kind} {place}: {text}")


class Unusable(Exception):
    pass


# ---- section 2: the text that is hashed

def number_text(value):
    if value != value or value in (float("inf"), float("-inf")):
        return "null"
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    if fraction == "0":
        fraction = ""
    point = len(whole) + int(exponent or 0)
    digits = whole + fraction
    point -= len(digits) - len(digits.lstrip("0"))
    digits = digits.strip("0")
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    power = f"e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return sign + digits[0] + ("." + digits[1:] if count > 1 else "") + power


def string_text(value):
    def escaped(match):
        character = match.group()
        return ESCAPES.get(character) or f"\\u{ord(character):04x}"

    return '"' + ODD.sub(escaped, value) + '"'


def is_index(name):
    return INDEX.match(name) is not None and int(name) <= 4294967294


def json_text(value):
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, float):
        return number_text(value)
    if isinstance(value, str):
        return string_text(value)
    if isinstance(value, list):
        return "[" + ",".join(json_text(one) for one in value) + "]"
    names = sorted((name for name in value if is_index(name)), key=int)
    names += [name for name in value if not is_index(name)]
    return "{" + ",".join(string_text(name) + ":" + json_text(value[name]) for name in names) + "}"


def no_number(text):
    raise ValueError(text)


def parsed(text):
    return json.loads(text, parse_int=float, parse_float=float, parse_constant=no_number)


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def sha256(data):
    return hashlib.sha256(data).digest()


def hashed_text(event):
    metadata = {name: value for name, value in event["metadata"].items() if name != "hash"}
    return json_text([event["stream"], event["revision"], event["id"], event["type"], event["data"], metadata])


def chain_hash(previous, event):
    return base64url(sha256((previous + hashed_text(event)).encode()))


# ---- section 1: lines and events

def is_count(value):
    return isinstance(value, float) and value.is_integer() and 0 <= value <= 2**53 - 1


def is_hash(value):
    return isinstance(value, str) and HASH.match(value) is not None


def lines_of(path):
    try:
        with open(path, "rb") as file:
            for number, line in enumerate(file, 1):
                yield number, line.decode("utf-8", "replace")
    except OSError as error:
        raise Unusable(f"{path} cannot be read ({error.strerror}).")


def read_event(number, line):
    place = f"line {number}"
    try:
        event = parsed(line)
    except (ValueError, RecursionError):
        if line.endswith("\n"):
            raise Finding("CHANGED", place, "this is no JSON")
        raise Finding("CUT OFF", place, "the file ends in the middle of this line")
    fields = event if isinstance(event, dict) else {}
    fits = (
        all(is_count(fields.get(name)) for name in ("position", "revision"))
        and all(isinstance(fields.get(name), str) for name in ("stream", "id", "type"))
        and all(isinstance(fields.get(name), dict) for name in ("data", "metadata"))
        and is_hash(fields["metadata"].get("hash"))
    )
    if not fits:
        raise Finding("CHANGED", place, "this is no event")
    return event


def name_of(event):
    return f"{event['type']}, {event['stream']} revision {int(event['revision'])},"


def accepted_in(path):
    """Damaged events that an operator has accepted: an event says so that is not damaged itself."""
    accepted = {}
    last, before = -1, ""
    for _, line in lines_of(path):
        if '"damage-accepted"' not in line:
            continue
        try:
            event = parsed(line)
            if event["stream"] != "damage-accepted":
                continue
            revision, digest = event["revision"], event["metadata"]["hash"]
            is_taken = revision > last + 1 or chain_hash(before, event) == digest
            last, before = revision, digest
            place = event["data"]["stream"], event["data"]["revision"]
            if is_taken and event["type"] == "DamageAccepted" and isinstance(place[1], float) and place[1].is_integer():
                accepted[place] = True
        except (ValueError, RecursionError, TypeError, KeyError):
            pass
    return accepted


class Log:
    """An export as far as its chains hold."""

    def __init__(self, path, is_part):
        self.heads, self.leaves, self.positions, self.names = {}, [], [], []
        self.sealed, self.keys, self.found = [], [], None
        self.accepted = accepted_in(path)
        lines = lines_of(path)
        try:
            for number, line in lines:
                event = read_event(number, line)
                self.keep(number, event, self.check(number, event, is_part, lines))
        except Finding as found:
            self.found = found

    def check(self, number, event, is_part, lines):
        """Whether its hash fits; it need not where the event is accepted."""
        stream, revision, position = event["stream"], event["revision"], event["position"]
        place = f"line {number}"
        head = self.heads.get(stream)
        following = head[0] + 1 if head else revision if is_part else 0
        expected = following
        while expected < revision and (stream, expected) in self.accepted:
            expected += 1
        if revision < expected:
            raise Finding("INSERTED", place, f"{name_of(event)} stands here a second time")
        if revision > expected:
            missing = f"{stream} revision {int(expected)}"
            for later, line in lines:
                if is_there(line, stream, expected):
                    raise Finding("REORDERED", place, f"{missing} comes later, in line {later}")
            raise Finding("REMOVED", place, f"before this one, {missing} is missing")
        before = self.positions[-1] if self.positions else 0
        if position == before:
            raise Finding("INSERTED", place, f"{name_of(event)} has the position of the line before")
        if position < before:
            raise Finding("REORDERED", place, f"position {int(position)} comes after {int(before)}")
        is_first_of_part = is_part and head is None and revision > 0
        is_taken = is_first_of_part or expected > following or (stream, revision) in self.accepted
        fits = expected == following and chain_hash(head[1] if head else "", event) == event["metadata"]["hash"]
        if not is_taken and not fits:
            raise Finding("CHANGED", place, f"{name_of(event)} or the one before it in its stream is not as it was written")
        return fits

    def keep(self, number, event, fits):
        digest = event["metadata"]["hash"]
        self.heads[event["stream"]] = (event["revision"], digest)
        self.leaves.append(sha256(b"\0" + from_base64url(digest)))
        self.positions.append(event["position"])
        self.names.append(name_of(event))
        if event["stream"] == "log-seals" and event["type"] == "LogSealed":
            self.sealed.append((event["data"], f"line {number}"))
        if event["stream"] == "log-seals" and event["type"] == "SealKeyMade":
            self.keys.append({**event["data"], "index": len(self.leaves) - 1, "fits": fits})


def is_there(line, stream, revision):
    try:
        event = parsed(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(event, dict) and event.get("stream") == stream and event.get("revision") == revision


# ---- sections 3 and 4: the tree and the seals

def seal_text(seal):
    number, size, position, at = (str(int(seal[name])) for name in ("number", "size", "position", "at"))
    lines = ["supreme-access seal v1", number, size, position, seal["root"], seal["previous"], at, str(seal["keyId"])]
    return "\n".join(lines).encode()


def key_id(public_key):
    return base64url(sha256(from_base64url(public_key)))[:16]


def is_seal(seal):
    return (
        isinstance(seal, dict)
        and all(is_count(seal.get(name)) for name in ("number", "size", "position", "at"))
        and is_hash(seal.get("root"))
        and (seal.get("previous") == "" or is_hash(seal.get("previous")))
    )


def in_order(sealed):
    by_number = {}
    for seal, place in sealed:
        if not is_seal(seal):
            raise Finding("SEAL", place, "this is no seal")
        known, where = by_number.setdefault(seal["number"], (seal, place))
        if seal_text(known) != seal_text(seal):
            sizes = f"over {int(known['size'])} and over {int(seal['size'])} events"
            raise Finding("FORKED", where, f"two seals have number {int(seal['number'])}: {sizes}")
    return [by_number[number] for number in sorted(by_number)]


def check_signature(seal, place, keys, trusted):
    """trusted: ids of the keys that were given, and of those that their seals count; None: any"""
    key = str(seal.get("keyId"))
    if trusted is not None and key not in trusted:
        raise Finding("SEAL", place, f"it is of another key, {key}, than those given")
    if key not in keys:
        raise Finding("SEAL", place, f"its key {key} is not known: give seals.json with --seals")
    if Ed25519PublicKey is None:
        return
    try:
        signature = from_base64url(str(seal.get("signature")))
        Ed25519PublicKey.from_public_bytes(from_base64url(keys[key])).verify(signature, seal_text(seal))
    except (InvalidSignature, ValueError):
        raise Finding("SEAL", place, f"its signature is not of key {key}")


def check_link(seal, place, before):
    if before is None or seal["number"] != before["number"] + 1:
        return
    if seal["previous"] != base64url(sha256(seal_text(before))):
        raise Finding("FORKED", place, f"it does not follow seal {int(before['number'])}")
    if seal["size"] < before["size"] or seal["at"] < before["at"]:
        raise Finding("SEAL", place, "it counts less than the one before")


class Tree:
    """The roots of growing sizes; holds one root for each whole subtree: [(leaves, hash)], the largest first."""

    def __init__(self, leaves):
        self.leaves, self.count, self.whole = leaves, 0, []

    def root(self, size):
        for leaf in self.leaves[self.count:size]:
            self.whole.append((1, leaf))
            while len(self.whole) > 1 and self.whole[-1][0] == self.whole[-2][0]:
                (size_right, right), (_, left) = self.whole.pop(), self.whole.pop()
                self.whole.append((2 * size_right, sha256(b"\1" + left + right)))
        self.count = size
        root = self.whole[-1][1]
        for _, left in reversed(self.whole[:-1]):
            root = sha256(b"\1" + left + root)
        return base64url(root)


def check_roots(seals, log):
    tree, good, total = Tree(log.leaves), 0, len(log.leaves)
    for seal in sorted(seals, key=lambda one: one["size"]):
        size = int(seal["size"])
        if 0 < size <= total and tree.root(size) != seal["root"]:
            raise not_as_sealed(seal, good, log)
        if size <= total:
            good = size
    beyond = [seal for seal in seals if seal["size"] > total]
    if beyond and log.found is None:
        raise not_as_sealed(beyond[0], good, log)


def not_as_sealed(seal, good, log):
    number, size, position = (int(seal[name]) for name in ("number", "size", "position"))
    count = sum(1 for one in log.positions if one <= position)
    place = f"line {good + 1}"
    lines = f"lines {good + 1} to {count}: seal {number} counts {size} events up to position {position}, here are {count}"
    if count < size and (not log.positions or log.positions[-1] < position):
        text = f"the export ends, and seal {number} counts {size} events up to position {position}"
        return Finding("CUT OFF", f"line {len(log.positions) + 1}", text)
    if count < size:
        return Finding("REMOVED", place, f"something of {lines}")
    if count > size:
        return Finding("INSERTED", place, f"something in {lines}")
    return Finding("CHANGED", place, f"something in {lines}, changed or in another order, its chain made anew")


def check_seals(log, files, pinned_keys, is_part):
    pinned = {key_id(key): key for key in pinned_keys}
    keys = {}
    for made in log.keys + [key for file in files for key in file["keys"]]:
        if isinstance(made, dict) and is_hash(made.get("publicKey")):
            keys[key_id(made["publicKey"])] = made["publicKey"]
    keys.update(pinned)
    given = [(seal, f"seal {seal.get('number'):.0f}") for file in files for seal in file["seals"]]
    sealed = in_order(log.sealed + given)
    before, trusted = None, set(pinned) or None
    for seal, place in sealed:
        check_signature(seal, place, keys, trusted)
        check_link(seal, place, before)
        # That it counts them as they are here is found by its root, which a part cannot be compared with.
        if trusted is not None and not is_part:
            # A damaged event that was accepted has the hash that the seal counts, and may name any key.
            named = [made for made in log.keys if made["fits"] and made["index"] < seal["size"]]
            counted = [made for made in named if is_hash(made.get("publicKey"))]
            trusted.update(key_id(made["publicKey"]) for made in counted)
        before = seal
    seals = [seal for seal, _ in sealed]
    if not is_part:
        check_roots(seals, log)
    return seals


def read_seals(path):
    try:
        with open(path, encoding="utf-8") as file:
            answer = parsed(file.read())
        if all(isinstance(one.get("number"), float) for one in answer["seals"]) and isinstance(answer["keys"], list):
            return answer
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass
    raise Unusable(f"{path} is not what seals.json answers.")


# ---- the whole

def check_fork(log, other):
    for index, (one, two) in enumerate(zip(log.leaves, other.leaves)):
        if one != two:
            raise Finding("FORKED", f"line {index + 1}", f"{log.names[index]} here, {other.names[index]} in the other export")


def told(log, seals, is_part, is_pinned):
    lines = [f"{len(log.leaves)} events in {len(log.heads)} streams: every chain holds."]
    lines += [f"ACCEPTED by an operator: {stream}@{int(revision)}" for stream, revision in log.accepted]
    if not seals:
        return lines + ["There is no seal: a log that was written anew as a whole would look like this one."]
    last = seals[-1]
    at = datetime.datetime.fromtimestamp(last["at"] / 1000, datetime.timezone.utc).isoformat(timespec="seconds")
    lines.append(f"{len(seals)} seals hold, the last one, number {last['number']:.0f} of {at}, over {last['size']:.0f} events.")
    if is_part:
        lines.append("They could not be compared with a part of the log.")
    keys = ", ".join(sorted({seal["keyId"] for seal in seals}))
    trust = "as given, or named under a seal of one that was given" if is_pinned else "which you should compare with what you noted before, or give with --key"
    lines.append(f"Key {keys}, {trust}.")
    if Ed25519PublicKey is None:
        lines.append("SIGNATURES WERE NOT CHECKED: install python3-cryptography.")
    return lines


def run(asked):
    if not all(is_hash(key) for key in asked.key):
        raise Unusable("A public key is 43 characters of base64url.")
    files = [read_seals(path) for path in asked.seals]
    log, seals = Log(asked.export, asked.part), []
    other = Log(asked.other, asked.part) if asked.other else None
    found = [log.found]
    try:
        if other:
            check_fork(log, other)
    except Finding as finding:
        found.append(finding)
    try:
        seals = check_seals(log, files, asked.key, asked.part)
    except Finding as finding:
        found.append(finding)
    found = [one for one in found if one]
    if found:
        print("\n".join(str(one) for one in found))
        return 1
    if other and other.found:
        raise Unusable(f"In the other export: {other.found}")
    print("\n".join(told(log, seals, asked.part, bool(asked.key))))
    return 3 if seals and Ed25519PublicKey is None else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("export")
    parser.add_argument("--seals", action="append", default=[], help="what seals.json answered; fetch it before the export")
    parser.add_argument("--key", action="append", default=[], help="a public key that you noted before; keys that its seals name are as good")
    parser.add_argument("--other", help="a second export of the same log")
    parser.add_argument("--part", action="store_true", help="the export is only a part of the log")
    # What a log holds may be no text that a terminal can show.
    sys.stdout.reconfigure(errors="backslashreplace")
    try:
        # A key may begin with a dash, which would be taken for an option.
        args = []
        for one in sys.argv[1:]:
            args.append(f"{args.pop()}={one}" if args[-1:] == ["--key"] else one)
        return run(parser.parse_args(args))
    except Unusable as error:
        print(error)
        return 2


if __name__ == "__main__":
    sys.exit(main())
