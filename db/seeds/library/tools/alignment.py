"""When each word of a known text is said: pocketsphinx in forced alignment, with the model its package ships."""
import re

import numpy as np
import pocketsphinx
from scipy import signal

import voice
from scripts import as_spoken

RATE, FRAME_SECONDS = 16000, .01
# misaki's phonemes (hibari's) in the recogniser's alphabet
ARPABET = {
    "A": "EY", "I": "AY", "O": "OW", "W": "AW", "Y": "OY", "æ": "AE", "ɑ": "AA", "ɔ": "AO", "ɛ": "EH", "ɜ": "ER", "ə": "AH",
    "ɐ": "AH", "ᵊ": "AH", "ʌ": "AH", "ɪ": "IH", "ᵻ": "IH", "i": "IY", "u": "UW", "ʊ": "UH", "b": "B", "d": "D", "f": "F",
    "ɡ": "G", "h": "HH", "j": "Y", "k": "K", "l": "L", "m": "M", "n": "N", "ŋ": "NG", "p": "P", "ɹ": "R", "s": "S",
    "ʃ": "SH", "t": "T", "T": "T", "v": "V", "w": "W", "z": "Z", "ʒ": "ZH", "ʤ": "JH", "ʧ": "CH", "ð": "DH", "θ": "TH",
}


def words_of(sentence):
    return re.findall(r"[a-z']+", as_spoken(sentence).lower())


class Aligner:
    def __init__(self):
        # wide beams: the text is known, so time is the only question
        self.decoder = pocketsphinx.Decoder(loglevel="FATAL", beam=1e-100, pbeam=1e-100, wbeam=1e-80, lm=None)

    def learn(self, word):
        if self.decoder.lookup_word(word) is None:
            said = re.sub(r"ɜɹ", "ɜ", voice.phonemes_of(word))
            self.decoder.add_word(word, " ".join(ARPABET[sign] for sign in said if sign in ARPABET), True)

    def align(self, sound, words):
        """(word, start, end) in seconds for every word, or None if the text is not found in the sound."""
        for word in words:
            self.learn(word)
        pcm = (np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes()
        self.decoder.set_align_text(" ".join(words))
        self.decoder.start_utt()
        self.decoder.process_raw(pcm, full_utt=True)
        self.decoder.end_utt()
        if self.decoder.hyp() is None:
            return None
        found = [(re.sub(r"\(\d+\)$", "", part.word), part.start_frame * FRAME_SECONDS, (part.end_frame + 1) * FRAME_SECONDS)
                 for part in self.decoder.seg() if not part.word.startswith(("<", "["))]
        return found if [word for word, _, _ in found] == words else None


def at_rate(sound, rate):
    divisor = np.gcd(rate, RATE)
    return signal.resample_poly(sound, RATE // divisor, rate // divisor)
