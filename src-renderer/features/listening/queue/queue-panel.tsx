import { useAtomValue } from 'jotai';
import type { RefObject } from 'react';
import { Setting } from '#renderer/components/forms/setting.tsx';
import { queueAtom, usePlayer } from '#renderer/data/playback.ts';
import { isPrefetchOnAtom, sleepAtom, toolsAtom } from '../engine/player.atoms.ts';
import { ToolFrame } from '../player/tool-sheet.tsx';
import { UpNext } from './up-next.tsx';

interface QueuePanelProps {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export function QueuePanel({ anchor, onClose }: QueuePanelProps) {
  const { tracks, at, autoplays } = useAtomValue(queueAtom);
  const isPrefetchOn = useAtomValue(isPrefetchOnAtom);
  const sleep = useAtomValue(sleepAtom);
  const tools = useAtomValue(toolsAtom);
  const current = tracks[at];
  const player = usePlayer();
  const coming = tracks.length - at - 1;
  return (
    <ToolFrame title="Queue" anchor={anchor} onClose={onClose}>
      <section className="queue-next" aria-labelledby="queue">
        <h3 id="queue">Next</h3>
        {coming > 0 ? <UpNext /> : <p className="small">Nothing up next.</p>}
      </section>
      <Setting
        title="Stop after this track"
        text="Nothing plays after it."
        checked={sleep?.until === 'track' && sleep.trackId === current?.id}
        disabled={!current}
        onChange={(stops) =>
          stops && current ? tools?.sleep.setTrack(current.id) : tools?.sleep.cancel()
        }
      />
      <Setting
        title="Autoplay"
        text="Keep playing from your library."
        checked={autoplays}
        onChange={player.setAutoplay}
      />
      <Setting
        title="Load ahead"
        text="Keeps playing through a weak signal. Uses more data."
        checked={isPrefetchOn}
        onChange={(isOn) => tools?.prefetch.set(isOn)}
      />
    </ToolFrame>
  );
}
