import { createContext, use } from 'react'
import type { Opened } from './opened.ts'

/** What every part of the History page may need. */
export type HistoryPage = {
  league: string
  /** The address of an owner's picture; null without one. */
  pictureOf: (owner: string) => string | null
  open: (opened: Opened) => void
}

export const HistoryContext = createContext<HistoryPage | null>(null)

export function useHistoryPage(): HistoryPage {
  const page = use(HistoryContext)
  if (page === null) throw new Error('useHistoryPage needs a HistoryContext above it')
  return page
}
