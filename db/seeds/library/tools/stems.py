"""Encodes the stems as MP3 frames of 24 ms without bit reservoir. Each begins and ends in silence, so that any order joins.

Speech has 64 kbit/s, music without speech less; at the first start its frames are padded to the same size (mpeg.ts), so
that the finished track has a constant bitrate, which makes seeking exact."""
import os
import subprocess

import numpy as np
from scipy import signal
from scipy.io import wavfile

import arrangement
import voice
from scripts import as_spoken
from sound import (RATE, at_loudness, compress, de_ess, fit, gain, high_pass, limit, loudness, peaking, ramp, reverb,
                   to_rate)
from tunes import TUNES

STEM_RATE, FRAME_SAMPLES = 24000, 576
SPEECH_KBPS, BED_KBPS, MUSIC_KBPS, QUIET_KBPS = 64, 32, 48, 40
LOW_PASS_KHZ = {SPEECH_KBPS: 11, MUSIC_KBPS: 9.5, QUIET_KBPS: 9, BED_KBPS: 8}
FRAME_SECONDS = FRAME_SAMPLES / STEM_RATE
CONTEXT, DELAY = 50, 2       # frames encoded before and after the stem and dropped; the encoder's delay in frames
LEAD = 2.2                   # seconds of bed before the first word of a section
TWICE = 3.01                 # dB by which one voice in both channels is louder
VOICE_LUFS, BED_BELOW, DUCKED_BELOW = -13.6, 20, 29
HYMN_LUFS, VERSE_LUFS, OPENING_LUFS, QUIET_LUFS = -15.6, -16.6, -16.6, -18.1
WITHIN_A_THOUGHT, BEFORE_AMEN = 1.1, 1.7   # seconds between two sentences


def samples_of(frames):
    return int(round(frames * FRAME_SECONDS * RATE))


def whole_frames(sound):
    return int(np.ceil(sound.shape[-1] / RATE / FRAME_SECONDS - 1e-9))


class StemBuilder:
    def __init__(self, work, out, recordings=None):
        self.work, self.out, self.recordings = work, out, recordings
        for folder in (f"{work}/music", f"{work}/encode", out):
            os.makedirs(folder, exist_ok=True)

    def tune(self, name):
        tune, path = TUNES[name], f"{self.work}/music/{name}"
        return [
            self.music(f"open-{name}", arrangement.opening(f"{path}-open", tune), OPENING_LUFS),
            self.music(f"hymn-{name}", arrangement.hymn(f"{path}-hymn", tune), HYMN_LUFS),
            self.music(f"verse-{name}", arrangement.verse(f"{path}-verse", tune), VERSE_LUFS),
        ]

    def quiet_pieces(self):
        return [self.music(name, arrangement.quiet_piece(f"{self.work}/music/{name}", name), QUIET_LUFS, QUIET_KBPS)
                for name in arrangement.QUIET_PIECES]

    def music(self, name, sound, lufs, kbps=MUSIC_KBPS):
        return self.encode(name, limit(at_loudness(sound, lufs), gain(-3)), kbps)

    def narration(self, script):
        """One stem for each section: the voice over its own background music (the bed)."""
        spoken = self.spoken(script)
        timelines = [laid_out(script, section, spoken) for section in script.sections]
        beds = arrangement.beds(f"{self.work}/music/{script.slug}", TUNES[script.music[0]]["key"],
                                [timeline[-1][2] for timeline in timelines])
        made = []
        for section, timeline, bed in zip(script.sections, timelines, beds):
            length = bed.shape[1]
            sound = np.zeros(length)
            for sentence, start, _ in timeline:
                at = int(start * RATE)
                sound[at:at + len(spoken[sentence])] += spoken[sentence]
            sound = shaped(sound)
            bed = ducked(at_loudness(bed, VOICE_LUFS - BED_BELOW), timeline)
            stem = self.encode(f"{script.slug}-{section.name.replace(' ', '-')}",
                               limit(in_room(sound) + bed, gain(-1.8)), BED_KBPS, voice=sound)
            made.append(stem | {"sentences": [
                {"text": sentence, "start": round(start, 3), "end": round(end, 3)} for sentence, start, end in timeline]})
        return made

    def spoken(self, script):
        """The sound of every sentence at RATE: from a recording of the whole text if there is one, else synthesised."""
        sentences = list(dict.fromkeys(one for section in script.sections for one in section.sentences))
        if self.recordings is not None and (found := self.recordings.find(script)):
            return {sentence: to_rate(sound, voice.RATE) for sentence, sound in zip(sentences, found, strict=True)}
        return {sentence: to_rate(voice.say(as_spoken(sentence), script.pace, seed=index + 1), voice.RATE)
                for index, sentence in enumerate(sentences)}

    def encode(self, name, sound, kbps, voice=None):
        """Writes a stem. Frames with the given voice have 64 kbit/s, the others `kbps`."""
        frames = whole_frames(sound)
        silence = np.zeros((2, samples_of(CONTEXT)))
        whole = np.concatenate([silence, fit(sound, samples_of(frames)), silence], axis=1)
        stem = signal.resample_poly(whole, 1, RATE // STEM_RATE, axis=1)
        # 16 bit with dither: lame normalises the peak of float input. Silence stays silence.
        random = np.random.default_rng(stem.shape[1])
        dither = (random.random(stem.shape) - random.random(stem.shape)) * (np.abs(stem).max(0) > 1e-6)
        source = f"{self.work}/encode/{name}.wav"
        wavfile.write(source, STEM_RATE, np.clip(np.round(stem * 32767 + dither), -32768, 32767).astype(np.int16).T)
        chosen = self.lame(source, kbps, frames)
        if voice is not None:
            rich, poor = self.lame(source, SPEECH_KBPS, frames), chosen
            chosen = [rich[index] if is_rich else poor[index]
                      for index, is_rich in enumerate(widened(spoken_frames(voice, frames), rich, poor))]
        with open(f"{self.out}/{name}.mp3", "wb") as file:
            file.write(b"".join(chosen))
        return {"name": name, "frames": frames, "bytes": sum(map(len, chosen))}

    def lame(self, source, kbps, frames):
        encoded = source.replace(".wav", f"-{kbps}.mp3")
        # -t omits the Info frame, so that frame 0 is audio; 1.0526 compensates for lame's own factor of 0.95
        subprocess.run(["lame", "--quiet", "-t", "--cbr", "-b", str(kbps), "-m", "j", "--nores", "--noreplaygain", "-q", "0",
                        "--resample", str(STEM_RATE / 1000), "--lowpass", str(LOW_PASS_KHZ[kbps]), "--lowpass-width", "0.6",
                        "--scale", "1.0526", source, encoded], check=True)
        size, data = 72 * kbps * 1000 // STEM_RATE, open(encoded, "rb").read()
        os.remove(encoded)
        cut = [data[at:at + size] for at in range((CONTEXT + DELAY) * size, (CONTEXT + DELAY + frames) * size, size)]
        assert all(len(frame) == size and frame[0] == 0xff and frame[4] == 0 for frame in cut), source
        return cut


def laid_out(script, section, spoken):
    """(sentence, start, end) in seconds from the beginning of the section's stem."""
    timeline, at = [], LEAD
    for thought in section.thoughts:
        for index, sentence in enumerate(thought.sentences):
            if index:
                at += BEFORE_AMEN if sentence == "Amen." else WITHIN_A_THOUGHT
            end = at + len(spoken[sentence]) / RATE
            timeline.append((sentence, at, end))
            at = end
        at += thought.pauses * script.pause
    return timeline


def shaped(sound):
    """Mastering of a section: removes rumble, adds warmth, softens sibilants, and compresses slowly."""
    sound = at_loudness(high_pass(sound, 75), -20)
    sound = peaking(peaking(peaking(sound, 190, .8, 1.5), 420, .9, -1.2), 3400, .7, -.8)
    sound = compress(de_ess(sound), threshold=-24)
    return limit(at_loudness(sound, VOICE_LUFS - TWICE), gain(-2.6))[0]


def in_room(sound):
    """Adds the reverberation of a small room, 19 dB below the voice."""
    warm = high_pass(peaking(sound, 5000, .5, -6), 180)
    room = reverb(np.vstack([warm, warm]), .9, .4, delay=.014, wet=1.0, seed=21)[:, :len(sound)] - warm * .65
    return sound + room * gain(-19 + loudness(sound) + TWICE - loudness(room))


def ducked(bed, timeline):
    """Fades the music down before speech and up after it, each in one and a half seconds."""
    active, per_second = np.zeros(int(bed.shape[1] / RATE * 100) + 2), 100
    for _, start, end in timeline:
        active[int((start - .3) * per_second):int((end + .4) * per_second)] = 1
    window = np.hanning(int(1.5 * per_second))
    active = np.convolve(active, window / window.sum(), "same")
    down = np.interp(np.arange(bed.shape[1]) / RATE, np.arange(len(active)) / per_second, active)
    return bed * gain((BED_BELOW - DUCKED_BELOW) * down)


def spoken_frames(sound, frames):
    """Which frames contain the voice or its reverberation."""
    block = samples_of(1)
    sound = fit(sound, frames * block).reshape(frames, block)
    loud = np.abs(sound).max(1) > gain(-52)
    return np.array([loud[max(0, index - 8):index + 4].any() for index in range(frames)])


def widened(is_rich, rich, poor):
    """Widens the rich parts to the next long blocks: only between these can the encodings be joined without a click."""
    is_rich = is_rich.copy()
    for index in range(1, len(is_rich)):                    # from rich to poor: later
        if is_rich[index - 1] and not is_rich[index] and not changes_at(index, rich, poor):
            is_rich[index] = True
    for index in range(len(is_rich) - 1, 0, -1):            # from poor to rich: earlier
        if is_rich[index] and not is_rich[index - 1] and not changes_at(index, rich, poor):
            is_rich[index - 1] = True
    return is_rich


def changes_at(index, rich, poor):
    return all(is_long(frame) for frame in (rich[index - 1], rich[index], poor[index - 1], poor[index]))


def is_long(frame):
    """No window switching in either channel: bit 38 of each channel's 63, after the first 10 (MPEG-2 Layer III)."""
    side = int.from_bytes(frame[4:21], "big")
    return not any(side >> (135 - bit) & 1 for bit in (10 + 38, 10 + 63 + 38))
