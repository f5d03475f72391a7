import { createContext, type ReactNode, use } from 'react'
import type { HistoryOverlay } from './history-overlay.ts'
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
