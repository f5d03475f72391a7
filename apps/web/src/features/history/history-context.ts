import { createContext, type ReactNode, use } from 'react'
import type { HistoryOverlay } from './history-overlay.ts'
import type { Trophy } from './use-history.ts'

/** Shared by all sections of the History page. */
export type HistoryContextValue = {
  league: string
  /** Returns the URL of an owner's picture; null without a picture. */
  getPictureUrl: (owner: string) => string | null
  /** Returns the color of an owner's bars, lines and initials; null if it is unknown. */
  getColor: (owner: string) => string | null
  /** The picture of the league's trophy; null without one. */
  trophy: Trophy | null
  /** Shows the weekly awards of an owner. */
  renderAwards?: ((owner: string) => ReactNode) | undefined
  openOverlay: (overlay: HistoryOverlay) => void
}

export const HistoryContext = createContext<HistoryContextValue | null>(null)

export function useHistoryContext(): HistoryContextValue {
  const context = use(HistoryContext)
  if (context === null) throw new Error('useHistoryContext must be used within a HistoryContext provider')
  return context
}
