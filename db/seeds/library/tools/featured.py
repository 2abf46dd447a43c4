"""The featured track: three verses of New Britain, stereo, about three minutes; own arrangement."""
import random
import subprocess

import numpy as np
from scipy.io import wavfile

from arrangement import EXPRESSION, SUSTAIN
from hymn import chord_parts, voicing
from midi import CHORDS, PAD_FONT, PIANO_FONT, Track, bass, melody_notes
from sound import RATE, at_loudness, gain, high_pass, limit, loudness, low_pass, reverb
from tunes import NEW_BRITAIN

KEY, BPM, METER = 65, 66, 3
LUFS, PEAK_DB, BITRATE = -16, -1.8, 96
VERSES = [
    ["I", "I", "IV", "I", "I", "vi", "V", "V", "I", "I", "IV", "I", "vi", ("I/5", "V7"), "I", "I"],
    ["I", "iii", "IV", "I", "vi", "ii", "Vs", "V", "I", "vi", "IV", "I/3", "vi", ("ii", "V7"), "I", "I"],
    ["I", "I/3", "IV", "I", "vi", "ii", "V", "V7", "I/3", "I", "IV", "vi", "ii", ("I/5", "V7"), "vi", "IVadd"],
]
INTRO, LINK, INTERLUDE = ["I", "I2", "IVadd", "I"], ["I", "IVadd"], ["IVadd", "I", "ii", "Vs"]
CODA = ["I", "IVadd", "I2", "I", "I", "I"]
BARS = INTRO + VERSES[0] + LINK + VERSES[1] + INTERLUDE + VERSES[2] + CODA
FIRST = len(INTRO)
SECOND = FIRST + 16 + len(LINK)
THIRD = SECOND + 16 + len(INTERLUDE)
END = THIRD + 16

# layer: program, level against the piano in dB, (left, right), share of hall
LAYERS = {
    "piano": (0, 0, (1, 1), .36), "strings": (49, -10, (1.05, .92), .5), "cello": (42, -5, (.92, 1.06), .45),
    "harp": (46, -6, (.75, 1.15), .5), "celesta": (8, -14, (1.15, .7), .6),
}
BRIGHT, SUSTAINED = ("piano", "harp", "celesta"), ("strings", "cello")


def play_melody(layers, human):
    notes = melody_notes(NEW_BRITAIN["melody"], KEY)
    for verse, first in enumerate((FIRST, SECOND, THIRD)):
        for index, (beat, beats, pitch) in enumerate(notes):
            at = first * METER - 1 + beat
            downbeat = at % METER < .01
            arch = 7 * np.sin(np.pi * index / len(notes))
            velocity = (52, 40, 58)[verse] + arch + (4 if downbeat else 0) + human(2)
            if verse == 1:
                layers["cello"].note(at + human(.01), beats * 1.02, pitch - 12, 74 + arch)
                layers["harp"].note(at + .02, beats, pitch + 12, 30 + arch * .5)
                continue
            layers["piano"].note(at + .015 + human(.012), beats * .98, pitch, velocity)
            if verse == 2:
                if beats >= 2:
                    layers["piano"].note(at + .035, beats, pitch + 12, velocity - 24)
                layers["cello"].note(at, beats * 1.02, pitch - 12, 46 + arch)


def figure_of(bar, part_of, length):
    """(beat, chord tone) of the left hand."""
    if bar < FIRST:
        return [(0, 0), (1, 1), (1.5, 2), (2, 4)]
    if part_of == 0:
        return [(0, 0), (1, 1), (2, 3)] if length == 3 else [(0, 0), (.75, 3)]
    return [(0, 0), (.5, 1), (1, 2), (1.5, 3), (2, 4), (2.5, 3)] if length == 3 else [(0, 0), (.5, 1), (1, 3)]


def play_accompaniment(layers, human):
    bells = (1, 3, SECOND - 1, THIRD - 1, END + 1, END + 3)
    for bar, chord in enumerate(BARS):
        parts = chord_parts(chord)
        part_of = 0 if bar < SECOND - 2 else 1 if bar < THIRD - 4 else 2
        for index, name in enumerate(parts):
            at, length = bar * METER + index * 1.5, METER / len(parts)
            first, third, fifth = CHORDS[name][:3]
            root, perfect = bass(name, KEY, 36, 48), fifth - first == 7
            upper = 7 if perfect else (fifth - first) % 12
            tones = [root, root + upper, root + 12, root + 12 + (third - first) % 12, root + 12 + upper]
            if bar < END:
                for beat, tone in figure_of(bar, part_of, length):
                    velocity = (36 if part_of != 1 else 40) + (5 if beat == 0 else 0)
                    layers["piano"].note(at + beat + .02 + human(.013), length - beat, tones[tone], velocity + human(2))
            elif bar < END + 4:
                for beat, tone in [(0, 0), (1, 1), (2, 3)][:3 if bar < END + 3 else 1]:
                    layers["piano"].note(at + beat * 1.03 + .02, length + 2, tones[tone],
                                         32 - (bar - END) * 2 + human(2))
            layers["piano"].control(at, SUSTAIN, 0)
            layers["piano"].control(at + .07, SUSTAIN, 100)
            if part_of >= 1 and bar < END:
                rising = [tones[2] + 12, tones[3] + 12, tones[4] + 12, tones[2] + 24]
                for j, pitch in enumerate(rising if part_of == 2 else rising[:3]):
                    layers["harp"].note(at + (.5 * j if length == 3 else .33 * j) + human(.01), 2, pitch,
                                        34 + (part_of == 2) * 6 + human(3))
            if bar in bells:
                for j, pitch in enumerate([tones[4] + 24, tones[3] + 24, tones[2] + 24]):
                    layers["celesta"].note(bar * METER + .5 + j * .75, 2, pitch if pitch < 96 else pitch - 12, 30 - j * 3)
    for j, pitch in enumerate((65, 72, 77, 84)):
        layers["piano"].note((END + 4) * METER + j * .5, 6, pitch, 34 - j * 3)
    layers["piano"].control((END + 4) * METER, SUSTAIN, 110)


def play_sustained(layers):
    """Strings from the second half of the first verse on. They rest in the links and in the last bars: air for the harp."""
    held, previous = {}, None
    for bar, chord in enumerate(BARS):
        parts = chord_parts(chord)
        for index, name in enumerate(parts):
            at = bar * METER + index * 1.5
            pitches = previous = voicing(name, KEY, previous)
            if bar < FIRST + 8 or SECOND - 2 <= bar < SECOND + 4 or THIRD - 4 <= bar < THIRD - 2 or bar >= END + 2:
                continue
            for pitch in [*pitches, bass(name, KEY, 41, 53)] if bar < THIRD else [*pitches, pitches[-1] + 12]:
                held.setdefault((0, pitch), []).append((at, at + METER / len(parts) + .4, 40 if bar < THIRD else 48))
    layers["strings"].hold(held)
    for half in range(len(BARS) * METER * 2):
        swell = np.sin(np.pi * ((half / 2 - FIRST * METER) % (4 * METER)) / (4 * METER))
        layers["strings"].control(half / 2, EXPRESSION, int(80 + 34 * swell))


def mix(layers, work):
    samples = int((len(BARS) * METER * 60 / BPM + 4) * RATE)
    total = np.zeros((2, samples))
    for name, (_, level, pan, wet) in LAYERS.items():
        font = PIANO_FONT if name in BRIGHT else PAD_FONT
        sound = layers[name].render(f"{work}/music/featured-{name}", BPM, font, .8)[:, :samples]
        sound = np.pad(sound, ((0, 0), (0, samples - sound.shape[1])))
        sound = high_pass(sound, 55 if name == "piano" else 110)
        if name in SUSTAINED:
            sound = low_pass(sound, 4500, 1)
        before = loudness(sound)
        sound = reverb(sound, 3.0, 1.5, wet=wet)[:, :samples] * 10 ** ((-20 - before + level) / 20)
        total += sound * np.array(pan)[:, None]
    fade, rise = int(7 * RATE), int(.05 * RATE)
    total[:, -fade:] *= .5 + .5 * np.cos(np.linspace(0, np.pi, fade))
    total[:, :rise] *= np.linspace(0, 1, rise)
    return total


def encode(source, out):
    subprocess.run(["lame", "--quiet", "-m", "j", "-q", "0", "--cbr", "-b", str(BITRATE), "--resample", "44.1",
                    "--scale", "1.0526", source, out], check=True)


def build(work, out):
    chance = random.Random(12)

    def human(spread):
        return chance.gauss(0, spread)

    layers = {name: Track(program=setting[0]) for name, setting in LAYERS.items()}
    play_melody(layers, human)
    play_accompaniment(layers, human)
    play_sustained(layers)
    sound, source = limit(at_loudness(mix(layers, work), LUFS), gain(PEAK_DB)), f"{work}/music/featured.wav"
    wavfile.write(source, RATE, (sound.T * 8388607 * 256).astype(np.int32))
    encode(source, out)
    return out
