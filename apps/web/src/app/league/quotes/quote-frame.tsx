import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '../../../router/link.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import type { Quote } from './quote.ts'
import styles from './quotes.module.css'

export type QuoteProps<Kind extends Quote['target']['kind'] = Quote['target']['kind']> = {
  league: string
  quote: Quote
  target: Extract<Quote['target'], { kind: Kind }>
}

type LoadedQuoteProps<Data> = {
  quote: Quote
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'isPaused'>
  /** What is loaded, such as 'the matchup'. */
  name: string
  heightPx: number
  /** Returns null if what the link is about no longer exists. */
  children: (data: Data) => ReactNode
}

/** A card that is loading or loaded. What cannot be read, or does not exist, is a link like any other. */
export function LoadedQuote<Data>({ quote, query, name, heightPx, children }: LoadedQuoteProps<Data>) {
  if (query.data === undefined) {
    if (query.isError || query.isPaused) return <QuoteLink quote={quote} />
    return <Skeleton label={`Loading ${name}`} rows={1} height={heightPx} />
  }
  return children(query.data) ?? <QuoteLink quote={quote} />
}

function QuoteLink({ quote: { url, location } }: { quote: Quote }) {
  return (
    <p className={ui.breakable}>
      <Link to={location}>{url}</Link>
    </p>
  )
}

type QuoteFrameProps = {
  quote: Quote
  /** Above the content, such as 'Trade'. */
  kind: string
  /** What the card opens. */
  label: string
  children: ReactNode
}

/** The card as a whole is a link. */
export function QuoteFrame({ quote, kind, label, children }: QuoteFrameProps) {
  return (
    <figure className={`${ui.opens} ${styles.card}`} aria-label={label}>
      <Text as="p" size="s" tone="muted" weight={600}>
        {kind}
      </Text>
      {children}
      <Link to={quote.location} className={`${ui.cover} ${styles.open}`} label={`Open ${label}`} />
    </figure>
  )
}
