import { createContext, use } from 'react'
import type { HistoryOverlay } from './history-overlay.ts'

/** What every part of the History page may need. */
export type HistoryContextValue = {
  league: string
  /** The address of an owner's picture; null without one. */
  getPictureUrl: (owner: string) => string | null
  openOverlay: (opened: HistoryOverlay) => void
}

export const HistoryContext = createContext<HistoryContextValue | null>(null)

export function useHistoryContext(): HistoryContextValue {
  const page = use(HistoryContext)
  if (page === null) throw new Error('useHistoryPage needs a HistoryContext above it')
  return page
}
