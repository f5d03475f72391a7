import type { RecapCard } from '@fieldhouse/contract/recap'
import { createContext, type ReactNode } from 'react'

export type QuotedTextProps = {
  league: string
  text: string
  /** Whether the text is being written, so that only its cards are shown. */
  isDraft?: boolean
  /** Renders the text that is left without the links. */
  renderText?: (text: string) => ReactNode
}

/**
 * Renders a text with cards of the pages of this league that it links to. The app provides it, because the cards show data
 * of other features. null: such links are shown like any other.
 */
export const QuotesContext = createContext<((props: QuotedTextProps) => ReactNode) | null>(null)

/** Whether a text can contain a link to a page of a league. Most texts do not, and load no code for cards. */
export function mayQuote(text: string): boolean {
  return text.includes('/?') && text.includes('league=')
}

type WeekRecap = { league: string; season: number; week: number; card: RecapCard }

/** Renders the whole recap of a week with pictures of other features. null: it has only its own. */
export const RecapContext = createContext<((recap: WeekRecap) => ReactNode) | null>(null)
