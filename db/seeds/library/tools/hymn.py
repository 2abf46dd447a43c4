"""Settings of one tune: melody and broken chords for piano, rolled chords for harp, held chords for strings.
Positions are in seconds from `start`, the first downbeat."""
import itertools

import numpy as np

from midi import CHORDS, bass, melody_notes

PIANO, HARP, STRINGS, CELLO, EXPRESSION = 0, 1, 0, 1, 11
VELOCITY = 50


def voicing(chord, key, previous, low=52, high=70):
    """The nearest three or four pitches of the chord: small steps from the chord before, around middle C."""
    classes = sorted({(key + interval) % 12 for interval in CHORDS[chord]})
    best = None
    candidates = [[pitch for pitch in range(low, high + 1) if pitch % 12 == one] for one in classes]
    for combination in itertools.product(*candidates):
        pitches = sorted(combination)
        if pitches[-1] - pitches[0] > 14:
            continue
        moved = sum(min(abs(pitch - before) for before in previous) for pitch in pitches) if previous else 0
        muddy = 6 if len(pitches) > 1 and pitches[1] - pitches[0] < 3 and pitches[0] < 57 else 0
        cost = abs(np.mean(pitches) - 60) * .6 + moved + muddy
        if best is None or cost < best[0]:
            best = (cost, pitches)
    return best[1]


def chord_parts(chord):
    return chord if isinstance(chord, tuple) else (chord,)


def bar_seconds(tune):
    return tune["meter"] * 60 / tune["bpm"]


def spans(tune):
    """(seconds, seconds long, chord, whether the tune's last) of every chord."""
    bar, count = bar_seconds(tune), len(tune["chords"])
    for index, chord in enumerate(tune["chords"]):
        parts = chord_parts(chord)
        for number, name in enumerate(parts):
            length = bar / len(parts)
            yield index * bar + number * length, length, name, index == count - 1


def notes_of(tune, first=0, last=None):
    """(seconds, seconds long, pitch, place in the bar, share of the way) of the notes of some bars, with their pickup."""
    beat = 60 / tune["bpm"]
    low = first * tune["meter"] - (tune["pickup"] if first else 0)
    high = (last or len(tune["chords"])) * tune["meter"] - (tune["pickup"] if last and last < len(tune["chords"]) else 0)
    notes = [(at - tune["pickup"], beats, pitch) for at, beats, pitch in melody_notes(tune["melody"], tune["key"])]
    if first == 0:
        low = -tune["pickup"]
    notes = [note for note in notes if low <= note[0] < high]
    for index, (at, beats, pitch) in enumerate(notes):
        yield ((at - first * tune["meter"]) * beat, beats * beat, pitch, at % tune["meter"],
               index / max(1, len(notes) - 1))


def piano_tune(players, tune, start):
    bar = bar_seconds(tune)
    # the last bars broaden, as a player would
    end = len(tune["chords"]) * bar

    def slower(at):
        return at + .35 * max(0, at - (end - 1.5 * bar)) ** 2 / bar

    for at, seconds, pitch, place, way in notes_of(tune):
        accent = 4 if place < .01 else (-3 if place % 1 else 0)
        players.pluck(start + slower(at) + .015, seconds * .98, pitch, VELOCITY + accent + 6 * np.sin(np.pi * way), PIANO)
    for at, length, chord, last in spans(tune):
        low = broken(chord, tune["key"])
        figure = [0, 1, 3, 2] if tune["meter"] == 4 else [0, 1, 3]
        if length < bar:
            figure = [0, 3]
        players.pedal(start + slower(at), slower(at + length) - slower(at) + (4 if last else -.05))
        for index, tone in enumerate(figure[:2] if last else figure):
            moment = start + slower(at + index * length / len(figure))
            players.pluck(moment + .02, length + (3 if last else 0), low[tone], VELOCITY - 17 - (2 if index else -3), PIANO)


def broken(chord, key):
    first, third, fifth = CHORDS[chord][:3]
    root = bass(chord, key, 38, 50)
    return [root, root + (fifth - first) % 12, root + 12, root + 12 + (third - first) % 12]


def string_tune(players, tune, start):
    """Silent in the first quarter; each phrase of four bars is one swell."""
    bar, previous, chords = bar_seconds(tune), None, len(tune["chords"])
    for at, length, chord, last in spans(tune):
        pitches = previous = voicing(chord, tune["key"], previous)
        if at < chords // 4 * bar - .01:
            continue
        for pitch in pitches:
            players.hold(start + at, length + (3 if last else .35), pitch, 46)
        players.hold(start + at, length + (3 if last else .35), bass(chord, tune["key"], 41, 53), 42, CELLO)
    for half in range(int((chords + 1) * bar * 2)):
        phrase = (half / 2) % (4 * bar) / (4 * bar)
        players.bowed.control(start + half / 2, EXPRESSION, int(76 + 36 * np.sin(np.pi * phrase)))


def harp_tune(players, tune, start, first, last, arpeggios=False):
    """Some bars of the melody on the harp; returns when the last note has begun to die."""
    bar, end = bar_seconds(tune), start
    for at, seconds, pitch, place, way in notes_of(tune, first, last):
        players.pluck(start + at, seconds + 2, pitch, 54 + (4 if place < .01 else 0) + 5 * np.sin(np.pi * way), HARP)
        end = max(end, start + at + seconds)
    if arpeggios:
        for at, length, chord, _ in spans(tune):
            if not first * bar - .01 <= at < last * bar - .01:
                continue
            low = broken(chord, tune["key"])
            for index, tone in enumerate([low[0], low[1], low[3]] if length >= bar - .01 else [low[0], low[3]]):
                players.pluck(start + at - first * bar + index * length / 4, length + 2, tone, 38 - 2 * index, HARP)
    return end
