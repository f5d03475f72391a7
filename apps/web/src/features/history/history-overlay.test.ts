import { expect, it } from 'vitest'
import { type HistoryOverlay, parseOverlay, serializeOverlay } from './history-overlay.ts'

it.each<HistoryOverlay>([
  { kind: 'owner', owner: 'Ada "Inky" Quill' },
  { kind: 'game', season: 2019, game: 0 },
  { kind: 'season', season: 2012 },
  { kind: 'rivalry', a: 'Ada Quill', b: 'Hugo Barley' },
])('reads what it wrote: %o', (opened) => {
  expect(parseOverlay(serializeOverlay(opened))).toEqual(opened)
})

it.each([null, '', 'owner', '7', 'null', '{"kind":"game","season":"2019","game":1}', '{"kind":"album"}'])(
  'opens nothing for %j',
  (text) => {
    expect(parseOverlay(text)).toBeNull()
  },
)
