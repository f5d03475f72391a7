import { createContext, type ReactNode, use } from 'react'
import { NO_SELECTION, type Selection } from '../../router/router.ts'
import type { Trophy } from './use-history.ts'

export type HistoryContextValue = {
  league: string
  getPictureUrl: (owner: string) => string | null
  getColor: (owner: string) => string | null
  trophy: Trophy | null
  renderAwards?: ((owner: string) => ReactNode) | undefined
  openOverlay: (overlay: HistoryOverlay) => void
}

export const HistoryContext = createContext<HistoryContextValue | null>(null)

export function useHistoryContext(): HistoryContextValue {
  const context = use(HistoryContext)
  if (context === null) throw new Error('useHistoryContext must be used within a HistoryContext provider')
  return context
}

export type HistoryOverlay =
  | { kind: 'owner'; owner: string }
  | { kind: 'game'; season: number; game: number }
  | { kind: 'season'; season: number }
  | { kind: 'rivalry'; a: string; b: string }

export function locationOf(overlay: HistoryOverlay): Selection {
  switch (overlay.kind) {
    case 'owner':
      return { ...NO_SELECTION, owners: [overlay.owner] }
    case 'game':
      return { ...NO_SELECTION, season: overlay.season, game: overlay.game }
    case 'season':
      return { ...NO_SELECTION, season: overlay.season }
    case 'rivalry':
      return { ...NO_SELECTION, owners: [overlay.a, overlay.b] }
  }
}

export function overlayOf({ season, game, owners, view }: Selection): HistoryOverlay | null {
  // Another view of the tab.
  if (view !== null) return null
  const [a, b] = owners
  if (a !== undefined && b !== undefined) return { kind: 'rivalry', a, b }
  if (a !== undefined) return { kind: 'owner', owner: a }
  if (season === null) return null
  return game === null ? { kind: 'season', season } : { kind: 'game', season, game }
}
