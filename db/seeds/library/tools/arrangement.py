"""Harp, soft piano and strings: openings, hymns, quiet pieces, and the bed under a section. Stereo, at RATE.

Times are beats of a second unless a tune has a tempo of its own. Nothing sounds all the time: the strings come and go
in arcs of eight bars, and every piece dies away into silence."""
import random

import numpy as np

from hymn import bar_seconds, chord_parts, harp_tune, piano_tune, string_tune, voicing
from midi import CHORDS, PAD_FONT, PIANO_FONT, Track, bass
from sound import RATE, at_loudness, fit, gain, high_pass, low_pass, ramp, reverb

SUSTAIN, EXPRESSION, VOLUME, PAN = 64, 11, 7, 10
PIANO, HARP, CELESTA = 0, 1, 2        # channels of the plucked font
STRINGS, CELLO = 0, 1                 # channels of the bowed font
DECAY = 4.5                           # seconds in which the last chord dies away

# eight bars each; the last bar leads on, or home
PROGRESSIONS = [bars.split() for bars in (
    "I I/3 IV I vi ii Vs V", "I IVadd I2 vi IV I/3 ii Vs", "vi IV I I/3 IV I/5 Vs V", "I iii IV I/3 ii vi IVadd Vs")]
QUIET_PIECES = {
    "still-1": (65, "I IVadd vi Vs I"), "still-2": (63, "I I2 IVadd I/3 I"), "still-3": (65, "vi IV I/3 Vs I"),
    "still-4": (70, "I iii IVadd I"), "still-5": (63, "IVadd vi ii I/5 I"), "still-6": (65, "I Is IV IVadd I"),
}


class Ensemble:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.plucked, self.bowed = Track(), Track()
        for track, players in ((self.plucked, ((0, 60), (46, 84), (8, 40))), (self.bowed, ((49, 50), (42, 76)))):
            for channel, (program, pan) in enumerate(players):
                track.program(program, channel)
                track.control(0, VOLUME, 100, channel)
                track.control(0, PAN, pan, channel)
        self.held = {}

    def human(self, spread):
        return self.chance.gauss(0, spread)

    def pluck(self, at, seconds, pitch, velocity, channel):
        self.plucked.note(max(0, at + self.human(.012)), seconds, pitch, velocity + self.human(2), channel)

    def hold(self, at, seconds, pitch, velocity, channel=STRINGS):
        self.held.setdefault((channel, pitch), []).append((at, at + seconds, velocity))

    def pedal(self, at, seconds):
        self.plucked.control(at, SUSTAIN, 0)
        self.plucked.control(at + .07, SUSTAIN, 110)
        self.plucked.control(at + seconds, SUSTAIN, 0)

    def render(self, path, seconds, bpm=60, bowed_db=-8):
        """Both fonts in one hall, the strings `bowed_db` against the rest."""
        self.bowed.hold(self.held)
        length = int(seconds * RATE)
        plucked = self.plucked.render(f"{path}-plucked", bpm, PIANO_FONT, .6)
        plucked = fit(reverb(high_pass(plucked, 60), 3.0, 1.4, wet=.38), length)
        if not self.held:
            return at_loudness(plucked, -20)
        bowed = self.bowed.render(f"{path}-bowed", bpm, PAD_FONT, .5)
        bowed = fit(reverb(low_pass(high_pass(bowed, 90), 4200, 1), 3.6, 1.6, wet=.5), length)
        return at_loudness(plucked, -20) + at_loudness(bowed, -20 + bowed_db)


def tones(chord, key):
    """Root in the low octave, fifth, octave, third and fifth above it."""
    first, third, fifth = CHORDS[chord][:3]
    root = bass(chord, key, 38, 50)
    fifth, third = (fifth - first) % 12, (third - first) % 12
    return [root, root + fifth, root + 12, root + 12 + third, root + 12 + fifth]


def dying(sound, fade=DECAY - .5):
    """From silence, and into it."""
    length, rise, fall = sound.shape[1], int(.03 * RATE), int(fade * RATE)
    return sound * ramp(length, 0, rise) * ramp(length, length - fall, length - int(.05 * RATE), 1, 0)


def play_bar(players, texture, at, seconds, chord, key, bar):
    low = tones(chord, key)
    step = seconds / 8
    if texture == 0:
        for index, tone in enumerate([low[0], low[2], low[3], low[4], low[2] + 12]):
            players.pluck(at + step * index, seconds, tone, 42 - 2 * index, HARP)
    elif texture == 1:
        players.pedal(at, seconds - .05)
        for index, tone in zip((0, 2, 4, 6), (low[0], low[1], low[3], low[4])):
            players.pluck(at + step * index + .02, seconds, tone, 38 - index, PIANO)
        if bar % 2:
            players.pluck(at + step * 5, 3, low[3] + 12, 34, PIANO)
    else:
        players.pedal(at, seconds - .05)
        players.pluck(at + .02, seconds, low[0], 36, PIANO)
        players.pluck(at + step * 2, seconds, low[4], 36, HARP)
        players.pluck(at + step * 5, 3, low[3] + 12, 32, CELESTA if bar % 4 == 3 else HARP)


def play_strings(players, bars, key, start, seconds):
    """Present for six bars of eight, each note held over into the next bar."""
    previous = None
    for bar, chord in enumerate(bars):
        pitches = previous = voicing(chord, key, previous)
        if bar % 8 in (6, 7) and bar + 2 < len(bars):
            continue
        at = start + bar * seconds
        for pitch in pitches:
            players.hold(at, seconds + .4, pitch, 44)
        players.hold(at, seconds + .4, bass(chord, key, 41, 53), 40, CELLO)
        for half in range(int(seconds * 2)):
            arc = np.sin(np.pi * ((bar % 8) + half / seconds / 2) / 6.2)
            players.bowed.control(at + half / 2, EXPRESSION, int(72 + 40 * max(0, arc)))


def bed_chords(index, count):
    order = PROGRESSIONS[index % len(PROGRESSIONS):] + PROGRESSIONS[:index % len(PROGRESSIONS)]
    bars = [chord for _ in range(count // 32 + 1) for progression in order for chord in progression][:count]
    if count > 1:
        bars[-1] = "Vs"
    return bars


def beds(path, key, lengths):
    """For each (seconds until the last word): chords of about five seconds, then a last one that dies away.
    One rendering for all sections of a track."""
    players, starts, at = Ensemble(seed=key), [], 0.0
    for index, seconds in enumerate(lengths):
        starts.append(at)
        count = max(1, round((seconds + .3) / 5))
        bar, chords = (seconds + .3) / count, bed_chords(index, count)
        for number, chord in enumerate(chords):
            play_bar(players, index % 3, at + number * bar, bar, chord, key, number)
        last = at + count * bar
        play_bar(players, 2, last, DECAY, "I", key, 0)
        play_strings(players, [*chords, "I"], key, at, bar)
        at = last + DECAY + 3
    sound = players.render(path, at)
    cut = []
    for start, seconds in zip(starts, lengths):
        first, length = int(start * RATE), int((seconds + .3 + DECAY) * RATE)
        cut.append(dying(fit(sound[:, first:first + length], length)))
    return cut


def quiet_piece(path, name):
    """A chord every six seconds, and little else."""
    key, chords = QUIET_PIECES[name]
    chords, players = chords.split(), Ensemble(seed=int(name[-1]))
    for bar, chord in enumerate(chords):
        at, low = bar * 6, tones(chord, key)
        players.pedal(at, 5.9)
        players.pluck(at + .02, 6, low[0], 44, PIANO)
        players.pluck(at + 1.0, 6, low[4], 40, HARP)
        players.pluck(at + 2.0, 5, low[3] + 12, 42 if bar % 2 else 38, PIANO)
        if bar % 2:
            players.pluck(at + 3.5, 5, low[2] + 24, 34, HARP)
        elif bar:
            players.pluck(at + 4.0, 4, low[4] + 12, 30, CELESTA)
    play_strings(players, chords, key, 0, 6)
    return dying(players.render(path, len(chords) * 6 + DECAY, bowed_db=-6))


def opening(path, tune):
    """A tonic chord and the first bars of the tune on the harp."""
    players, beat = Ensemble(seed=tune["seed"]), 60 / tune["bpm"]
    key, bars = tune["key"], 2
    for index, tone in enumerate(tones("I", key)):
        players.pluck(.3 * index, 6, tone, 44 - 2 * index, HARP)
    start = 2.4 + tune["pickup"] * beat
    last = harp_tune(players, tune, start, 0, bars)
    for pitch in voicing("I", key, None):
        players.hold(.5, last + 1.5, pitch, 40)
    for half in range(int(last * 2)):
        players.bowed.control(half / 2, EXPRESSION, int(50 + 60 * np.sin(np.pi * min(1, half / 2 / last))))
    return dying(players.render(path, last + 3, bowed_db=-9), 2.5)


def hymn(path, tune):
    """The whole tune for soft piano; strings join in at the second quarter."""
    players, bar = Ensemble(seed=tune["seed"]), bar_seconds(tune)
    start = tune["pickup"] * 60 / tune["bpm"] + .05
    piano_tune(players, tune, start)
    string_tune(players, tune, start)
    return dying(players.render(path, start + len(tune["chords"]) * bar + DECAY - 1.5, bowed_db=-7))


def verse(path, tune):
    """The second half of the tune for the harp alone, over a few low strings."""
    players, bar = Ensemble(seed=tune["seed"] + 50), bar_seconds(tune)
    half = len(tune["chords"]) // 2
    start = tune["pickup"] * 60 / tune["bpm"] + .05
    last = harp_tune(players, tune, start, half, len(tune["chords"]), arpeggios=True)
    for index, chord in enumerate(tune["chords"][half:]):
        players.hold(start + index * bar, bar + .4, bass(chord_parts(chord)[0], tune["key"], 41, 53), 44, CELLO)
    return dying(players.render(path, last + DECAY - 1.5, bowed_db=-12))


def at_level(sound, lufs, most=gain(-3)):
    sound = at_loudness(sound, lufs)
    return sound * min(1, most / abs(sound).max())
