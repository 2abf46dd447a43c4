"""The stems: 24 kHz mono MP3 at 40 kbit/s without bit reservoir, cut so that any order joins without a click.

Every stem is encoded with 50 frames of one common "seam tone" before and after it, and those frames
are cut off. On both sides of every cut the encoder has seen the same signal."""
import os
import subprocess

import numpy as np
from scipy import signal
from scipy.io import wavfile

import speech
from hymn import play_hymn, play_pad
from sound import (RATE, at_loudness, compress, fit, gain, high_pass, limit, low_pass, mono, peaking, ramp, reverb,
                   to_rate)

STEM_RATE, BITRATE, FRAME_SAMPLES, FRAME_BYTES = 24000, 40, 576, 120
FRAME_SECONDS = FRAME_SAMPLES / STEM_RATE
GRID = 25                    # frames (0.6 s): every stem is a multiple of this
CONTEXT = 50                 # frames encoded on both sides and thrown away
KEY = 65                     # F: one key, one seam tone for everything
VOICE_LUFS, PIANO_LUFS, BED_LUFS = -17.2, -18.6, -28.5
MASTER_DB = 0.75             # one gain for all stems: a gain per stem would let the seam tone jump
VOICE_LEAD, VOICE_TAIL = 0.38, 0.95
PAD_SECONDS = (3.0, 3.6, 4.2, 4.8, 5.4, 6.0, 12.0, 24.0)
INTRO_SECONDS, OUTRO_SECONDS = 9, 15
BED_CHORDS = ["I", "I2", "I", "IVadd", "I", "I2", "vi", "IVadd", "I", "Is", "I", "I2", "IVadd", "I"] * 2


def whole_frames(seconds):
    return int(np.ceil(seconds / FRAME_SECONDS / GRID - 1e-9)) * GRID


def samples_of(frames):
    return int(round(frames * FRAME_SECONDS * RATE))


def in_hall(pad):
    pad = low_pass(high_pass(pad, 95, 2), 3800, 1)
    return reverb(pad, 4.2, 1.8, wet=.55)[:, :pad.shape[1]]


class StemBuilder:
    def __init__(self, work, out):
        self.work, self.out = work, out
        os.makedirs(f"{work}/music", exist_ok=True)
        os.makedirs(f"{work}/encode", exist_ok=True)
        os.makedirs(out, exist_ok=True)
        self.bed = at_loudness(self.steady("bed", BED_CHORDS), BED_LUFS)
        drone = at_loudness(self.steady("drone", ["I"] * 10), BED_LUFS)
        half = int(1.6 * RATE)
        self.seam = drone[int(30 * RATE) - half:int(30 * RATE) + half]

    def cached(self, name, make):
        path = f"{self.work}/music/{name}.npy"
        if not os.path.exists(path):
            np.save(path, make().astype(np.float32))
        return np.load(path)

    def steady(self, name, chords):
        """Slow pad chords of 6 s each."""
        def make():
            pad = play_pad(f"{self.work}/music/{name}", KEY, chords, 4, 40)
            return mono(in_hall(pad[:, 6 * RATE:(6 + 6 * len(chords)) * RATE]))
        return self.cached(name, make)

    def tune(self, name, tune):
        def make():
            piano, pad, start, length = play_hymn(f"{self.work}/music/{name}", KEY, tune)
            frames = whole_frames(length)
            samples, skip = samples_of(frames), int(start * RATE)
            piano = fit(mono(reverb(high_pass(piano, 60), 3.2, 1.5, wet=.42))[skip:], samples)
            pad = fit(mono(in_hall(pad))[skip:], samples)
            piano = limit(at_loudness(piano, PIANO_LUFS), gain(-5.6))
            fade = int(2.2 * RATE)
            piano[-fade:] *= ramp(fade, 0, int(1.9 * RATE), 1, 0)
            # the pad has the level of the bed at both ends and 4 dB more inside
            rise, second = int(4 * RATE), int(1.0 * RATE)
            inside = np.minimum(ramp(samples, second, rise), ramp(samples, samples - rise, samples - second, 1, 0))
            level = gain(BED_LUFS) + (gain(BED_LUFS + 4) - gain(BED_LUFS)) * inside
            return piano + at_loudness(pad, 0) * level
        return self.encode(f"music-{name}", self.cached(f"tune-{name}", make))

    def seamed(self, body, first, last):
        """The body with the seam tone blended into its ends and around it."""
        half, context, body = len(self.seam) // 2, samples_of(CONTEXT), body.copy()
        steady = int(.35 * RATE)
        fade_out, fade_in = np.ones(half), np.zeros(half)
        fade_out[steady:] = np.cos(np.linspace(0, np.pi / 2, half - steady))
        fade_in[steady:] = np.sin(np.linspace(0, np.pi / 2, half - steady))
        before = after = np.zeros(context)
        if not first:
            body[:half] = self.seam[half:] * fade_out + body[:half] * fade_in
            before = self.seam[half - context:half]
        if not last:
            body[-half:] = self.seam[:half] * fade_out[::-1] + body[-half:] * fade_in[::-1]
            after = self.seam[half:half + context]
        return np.concatenate([before, body, after])

    def encode(self, name, body, first=False, last=False, voice=None):
        samples, context = len(body), samples_of(CONTEXT)
        frames = int(round(samples / RATE / FRAME_SECONDS))
        assert frames % GRID == 0 and abs(samples_of(frames) - samples) < 2, name
        whole = self.seamed(body, first, last)
        if voice is not None:
            # the voice must be silent wherever the seam tone stands alone
            assert abs(voice[:int(.25 * RATE)]).max() < 2e-4 and abs(voice[-int(.02 * RATE):]).max() < 3e-3, name
            whole[context:context + samples] += voice
        stem = signal.resample_poly(whole * gain(MASTER_DB), 1, RATE // STEM_RATE)
        # 16 bit with dither: lame normalises the peak of float input
        random = np.random.default_rng(len(stem))
        dithered = np.round(stem * 32767 + random.random(len(stem)) - random.random(len(stem)))
        source, encoded = f"{self.work}/encode/{name}.wav", f"{self.work}/encode/{name}.mp3"
        wavfile.write(source, STEM_RATE, np.clip(dithered, -32768, 32767).astype(np.int16))
        # -t: no Info frame, so frame 0 is audio; 1.0526 undoes lame's own 0.95
        subprocess.run(["lame", "--quiet", "-t", "--cbr", "-b", str(BITRATE), "-m", "m", "--nores", "--noreplaygain",
                        "-q", "0", "--resample", str(STEM_RATE / 1000), "--lowpass", "9", "--lowpass-width", "0.6",
                        "--scale", "1.0526", source, encoded], check=True)
        data = open(encoded, "rb").read()[CONTEXT * FRAME_BYTES:(CONTEXT + frames) * FRAME_BYTES]
        assert len(data) == frames * FRAME_BYTES and data[0] == 0xff, name
        with open(f"{self.out}/{name}.mp3", "wb") as stem_file:
            stem_file.write(data)
        return {"name": name, "frames": frames}

    def pads(self):
        """Pauses from 3 s to 24 s (the long ones swell), a beginning out of silence, an end into it."""
        made, at = [], int(6 * RATE)
        for seconds in PAD_SECONDS:
            samples = samples_of(whole_frames(seconds))
            body = self.bed[at:at + samples].copy()
            at += samples
            if seconds >= 6:
                rise = int(min(4, seconds / 2) * RATE)
                swell = np.minimum(ramp(samples, int(.6 * RATE), rise),
                                   ramp(samples, samples - rise, samples - int(.6 * RATE), 1, 0))
                body *= 1 + (gain(6 if seconds > 12 else 5 if seconds > 6 else 2.5) - 1) * swell
            made.append(self.encode(f"pad-{int(seconds * 10):03d}", body))
        samples = samples_of(whole_frames(INTRO_SECONDS))
        intro = self.bed[:samples] * ramp(samples, int(.15 * RATE), int(7 * RATE))
        made.append(self.encode("intro", intro, first=True))
        at, samples = samples, samples_of(whole_frames(OUTRO_SECONDS))
        outro = self.bed[at:at + samples] * ramp(samples, int(2 * RATE), int(14.2 * RATE), 1, 0)
        made.append(self.encode("outro", outro, last=True))
        return made

    def narration(self, script):
        """One stem per line of the script, each on the next stretch of the bed."""
        lines = [line for section in script.sections for line in section.sentences]
        made, at = [], 0
        for index, spoken in enumerate(speech.say(lines, f"{self.work}/voice-{script.slug}", script.pace)):
            voice = in_room(shaped(np.asarray(spoken, float)))
            samples = samples_of(whole_frames(VOICE_LEAD + len(voice) / RATE + .02))
            placed, start = np.zeros(samples), int(VOICE_LEAD * RATE)
            placed[start:start + len(voice)] = voice[:samples - start]
            at = 0 if at + samples > len(self.bed) else at
            stem = self.encode(f"{script.slug}-{index:02d}", self.bed[at:at + samples], voice=placed)
            at += samples
            made.append(stem | {"spoken": round(len(voice) / RATE - VOICE_TAIL, 2), "text": lines[index]})
        return made


def shaped(voice):
    voice = compress(high_pass(to_rate(voice, speech.RATE), 85, 2))
    voice = peaking(peaking(voice, 260, .9, -2.0), 3000, .8, 1.5)
    return limit(at_loudness(voice[None], VOICE_LUFS)[0], gain(-5.2))


def in_room(voice):
    """A small room, 15 dB under the voice, faded before the stem ends."""
    dry = np.pad(voice, (0, int(VOICE_TAIL * RATE)))
    low_cut = high_pass(dry, 250)
    room = reverb(np.vstack([low_cut, low_cut]), 1.5, .7, delay=.035, wet=1.0, seed=21).mean(0)[:len(dry)]
    room = room * gain(-15) / (np.sqrt((room ** 2).mean()) / np.sqrt((dry ** 2).mean()) + 1e-12)
    out, fade = dry + room, int(.35 * RATE)
    out[-fade:] *= ramp(fade, 0, fade, 1, 0)
    return out
