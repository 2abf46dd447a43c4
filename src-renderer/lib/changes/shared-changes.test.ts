import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChangePosition } from './change-events.ts';
import { createSharedChanges, type OpenStream } from './shared-changes.ts';

interface OpenedStream {
  tables: string;
  position: ChangePosition;
  isOpen: boolean;
  emit: (table: string | undefined) => void;
}

/** A document that can be hidden, because these tests run without a DOM. */
class Page extends EventTarget {
  hidden = false;
  hide(hidden: boolean) {
    this.hidden = hidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let page: Page;
let opened: OpenedStream[];
const open: OpenStream = (tables, position, emit) => {
  const stream = { tables, position, emit, isOpen: true };
  opened.push(stream);
  return () => {
    stream.isOpen = false;
  };
};
const openTables = () => opened.filter(({ isOpen }) => isOpen).map(({ tables }) => tables);

beforeEach(() => {
  vi.useFakeTimers();
  page = new Page();
  opened = [];
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the single stream of a page', () => {
  test('carries all tables that were subscribed together', () => {
    const changes = createSharedChanges(open);
    changes.subscribe('profiles', () => {});
    changes.subscribe('audio_content', () => {});
    changes.subscribe('audio_content', () => {});
    vi.advanceTimersByTime(1_000);
    expect(opened.map(({ tables }) => tables)).toEqual(['audio_content,profiles']);
  });

  test('is reopened at the same event when a table is added, and not when one is removed', () => {
    const changes = createSharedChanges(open);
    changes.subscribe('audio_content', () => {});
    vi.advanceTimersByTime(1_000);
    const unsubscribe = changes.subscribe('favorites', () => {});
    vi.advanceTimersByTime(1_000);
    unsubscribe();
    vi.advanceTimersByTime(1_000);
    expect(opened.map(({ tables }) => tables)).toEqual([
      'audio_content',
      'audio_content,favorites',
    ]);
    expect(opened[1]?.position).toBe(opened[0]?.position);
    expect(openTables()).toEqual(['audio_content,favorites']);
  });

  test('is reopened at the position at which a table was added, so that no change of that table is skipped', () => {
    const changes = createSharedChanges(open);
    changes.subscribe('audio_content', () => {});
    vi.advanceTimersByTime(1_000);
    const position = opened[0]?.position;
    if (!position) throw new Error('no stream');
    position.lastId = '7';
    changes.subscribe('favorites', () => {});
    // 8 is a favourite, which this stream does not carry; 9 is a track.
    position.lastId = '9';
    vi.advanceTimersByTime(1_000);
    expect(opened[1]?.position.lastId).toBe('7');
  });

  test('stays open during navigation, and closes after the last subscription', () => {
    const changes = createSharedChanges(open);
    const unsubscribeHome = changes.subscribe('audio_content', () => {});
    vi.advanceTimersByTime(1_000);
    unsubscribeHome();
    const unsubscribeTracks = changes.subscribe('audio_content', () => {});
    vi.advanceTimersByTime(1_000);
    expect(opened).toHaveLength(1);
    unsubscribeTracks();
    vi.advanceTimersByTime(1_000);
    expect(openTables()).toEqual([]);
  });

  describe('the next subscriber of a table that had none', () => {
    const returnTo = (whileAway: (changes: ReturnType<typeof createSharedChanges>) => void) => {
      const changes = createSharedChanges(open);
      changes.subscribe('favorites', () => {});
      const unsubscribe = changes.subscribe('audio_content', () => {});
      vi.advanceTimersByTime(1_000);
      unsubscribe();
      whileAway(changes);
      vi.advanceTimersByTime(1_000);
      const onChange = vi.fn();
      changes.subscribe('audio_content', onChange);
      return onChange.mock.calls.length;
    };

    test.each([
      ['is not notified without a change', () => {}, 0],
      ['is notified after a change', () => opened[0]?.emit('audio_content'), 1],
      ['is notified when anything may have changed', () => opened[0]?.emit(undefined), 1],
    ])('%s', (_, whileAway, times) => {
      expect(returnTo(whileAway)).toBe(times);
    });

    test('is notified when a reopened stream did not include the table', () => {
      expect(returnTo((changes) => void changes.subscribe('profiles', () => {}))).toBe(1);
    });
  });

  test('notifies the subscribers of the table, and all of them when anything may have changed', () => {
    const changes = createSharedChanges(open);
    const notified: string[] = [];
    changes.subscribe('audio_content', () => notified.push('audio_content'));
    changes.subscribe('favorites', () => notified.push('favorites'));
    vi.advanceTimersByTime(1_000);
    opened[0]?.emit('favorites');
    expect(notified).toEqual(['favorites']);
    opened[0]?.emit(undefined);
    expect(notified).toEqual(['favorites', 'audio_content', 'favorites']);
  });

  test('is closed while the page is hidden, and reopened when it is visible again', () => {
    const changes = createSharedChanges(open);
    changes.subscribe('audio_content', () => {});
    vi.advanceTimersByTime(1_000);
    page.hide(true);
    vi.advanceTimersByTime(4_000);
    expect(openTables()).toEqual(['audio_content']);
    vi.advanceTimersByTime(2_000);
    expect(openTables()).toEqual([]);
    page.hide(false);
    vi.advanceTimersByTime(1_000);
    expect(openTables()).toEqual(['audio_content']);
  });
});
