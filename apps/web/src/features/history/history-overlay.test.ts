import { expect, it } from 'vitest'
import { type HistoryOverlay, parseOverlay, serializeOverlay } from './history-overlay.ts'

it.each<HistoryOverlay>([
  { kind: 'owner', owner: 'Ada "Inky" Quill' },
  { kind: 'game', season: 2019, game: 0 },
  { kind: 'season', season: 2012 },
  { kind: 'rivalry', a: 'Ada Quill', b: 'Hugo Barley' },
])('parses a serialized overlay: %o', (overlay) => {
  expect(parseOverlay(serializeOverlay(overlay))).toEqual(overlay)
})

it.each([null, '', 'owner', '7', 'null', '{"kind":"game","season":"2019","game":1}', '{"kind":"album"}'])(
  'returns null for %j',
  (text) => {
    expect(parseOverlay(text)).toBeNull()
  },
)
