"""One tune for piano over a pad of strings and choir: melody, broken chords, pedal, held common tones."""
import itertools
import random

import numpy as np

from midi import CHORDS, PAD_FONT, PIANO_FONT, Track, bass, melody_notes

SUSTAIN, EXPRESSION, VOLUME, PAN, REVERB_SEND, CHORUS_SEND = 64, 11, 7, 10, 91, 93
WARM_PAD, STRINGS, CHOIR = 89, 49, 52
VELOCITY = 56


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


def left_hand(track, bar, chord, meter, key, last, human):
    parts = chord_parts(chord)
    for index, part in enumerate(parts):
        length = meter / len(parts)
        start = bar * meter + index * meter / len(parts)
        first, third, fifth = CHORDS[part][:3]
        root = bass(part, key, 38, 50)
        tones = [root, root + 7 if fifth - first == 7 else root + (fifth - first) % 12, root + 12,
                 root + 12 + (third - first) % 12]
        figure = [0, 1, 3, 2] if meter == 4 else [0, 1, 3]
        if len(parts) == 2:
            figure = [0, 3] if meter == 4 else [0]
        step = length / len(figure)
        for j, tone in enumerate(figure):
            if last and j > 1:
                break
            track.note(start + j * step + human(.015) + .02, length - j * step, tones[tone],
                       VELOCITY - 17 + (-2 if j else 3) + human(2))


def piano_track(tune, key, bars, first_bar):
    meter, chance = tune["meter"], random.Random(tune["seed"])
    track = Track(program=0)
    notes = melody_notes(tune["melody"], key)

    def human(spread):
        return chance.gauss(0, spread)

    for index, (beat, beats, pitch) in enumerate(notes):
        at = first_bar * meter - tune["pickup"] + beat
        in_bar = at % meter
        accent = 4 if in_bar < .01 else (-3 if in_bar % 1 else 0)
        arch = 5 * np.sin(np.pi * index / max(1, len(notes) - 1))
        track.note(at + human(.012) + .015, beats * .98, pitch, VELOCITY + accent + arch + human(2.2))
        if tune.get("octaves") and beats >= 2 and in_bar < .01:
            track.note(at + .03 + human(.01), beats, pitch + 12, VELOCITY - 22)
    last_bar = first_bar + len(tune["chords"])
    for bar in range(first_bar, last_bar):
        chord = bars[bar]
        left_hand(track, bar, chord, meter, key, bar == last_bar - 1, human)
        step = meter / len(chord_parts(chord))
        for part in range(len(chord_parts(chord))):
            track.control(bar * meter + part * step, SUSTAIN, 0)
            track.control(bar * meter + part * step + .07, SUSTAIN, 100)
    track.control((last_bar + 1) * meter, SUSTAIN, 0)
    return track


def pad_track(key, bars, meter):
    track = Track()
    for channel, (program, pan) in enumerate(((WARM_PAD, 50), (STRINGS, 78), (CHOIR, 64))):
        track.program(program, channel)
        for controller, value in ((PAN, pan), (VOLUME, 100), (REVERB_SEND, 0), (CHORUS_SEND, 0)):
            track.control(0, controller, value, channel)
    spans = []
    for index, chord in enumerate(bars):
        parts = chord_parts(chord)
        for part, name in enumerate(parts):
            start, length = index * meter + part * meter / len(parts), meter / len(parts)
            if spans and spans[-1][2] == name and spans[-1][1] < 4 * meter:
                spans[-1][1] += length
            else:
                spans.append([start, length, name])
    held, previous, overlap = {}, None, .35
    for start, length, name in spans:
        pitches = previous = voicing(name, key, previous)
        root = (key % 12 + CHORDS[name][0]) % 12 + 36
        if root > 46:
            root -= 12
        top = pitches[-1] + (12 if pitches[-1] < 62 else 0)
        layers = [(channel, pitch, velocity) for pitch in pitches for channel, velocity in ((0, 56), (1, 40))]
        layers += [(0, root + 12, 44), (1, root + 12, 30), (2, top, 30)]
        for channel, pitch, velocity in layers:
            held.setdefault((channel, pitch), []).append((start, start + length + overlap, velocity))
    track.hold(held)
    for channel in range(3):
        for half in range(int(len(bars) * meter * 2)):
            swell = 104 + 10 * np.sin(2 * np.pi * half / 2 / (meter * 2) + channel)
            track.control(half / 2, EXPRESSION, int(swell), channel)
    return track


def bar_seconds(tune):
    return tune["meter"] * 60 / tune["bpm"]


def play_pad(path, key, chords, meter, bpm):
    """The pad alone on a bar of tonic, the chords, a bar of tonic; sound from the first bar on."""
    return pad_track(key, ["I"] + chords + ["I"], meter).render(path, bpm, PAD_FONT, .5)


def play_hymn(path, key, tune, around=2, lead=1, tail=1):
    """Piano and pad of one tune. `around` bars of tonic are played before and after what is kept,
    `lead` and `tail` bars of pad alone belong to it. Returns piano, pad, start and length in seconds."""
    bars = ["I"] * (around + lead) + tune["chords"] + ["I"] * (tail + around)
    piano = piano_track(tune, key, bars, around + lead).render(path + "-piano", tune["bpm"], PIANO_FONT, .8)
    pad = pad_track(key, bars, tune["meter"]).render(path + "-pad", tune["bpm"], PAD_FONT, .5)
    bar = bar_seconds(tune)
    return piano, pad, around * bar, (lead + tail + len(tune["chords"])) * bar
