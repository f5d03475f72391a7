import { expect, it } from 'vitest'
import { NO_SELECTION } from '../../router/router.ts'
import { type HistoryOverlay, locationOf, overlayOf } from './history-context.ts'

it.each<HistoryOverlay>([
  { kind: 'owner', owner: 'Ada "Inky" Quill' },
  { kind: 'game', season: 2019, game: 0 },
  { kind: 'season', season: 2012 },
  { kind: 'rivalry', a: 'Ada Quill', b: 'Hugo Barley' },
])('finds an overlay in its own location: %o', (overlay) => {
  expect(overlayOf(locationOf(overlay))).toEqual(overlay)
})

it('finds no overlay without a season and an owner', () => {
  expect(overlayOf({ ...NO_SELECTION, game: 7, week: 3 })).toBeNull()
})

it('finds no overlay in another view of the tab', () => {
  expect(overlayOf({ ...NO_SELECTION, season: 2019, view: 'draft' })).toBeNull()
})
