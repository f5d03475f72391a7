import { RecordQuote, SeasonQuote } from './history-quotes.tsx'
import type { Quote } from './quote.ts'
import { GameQuote, PlayerQuote, TeamQuote } from './season-quotes.tsx'
import { TradeQuote } from './trade-quote.tsx'

/** What a link is about. Its data are read by the operations of the page that it opens, with the reader's rights. */
export function QuoteCard({ league, quote }: { league: string; quote: Quote }) {
  const { target } = quote
  const props = { league, quote }
  switch (target.kind) {
    case 'game':
      return <GameQuote {...props} target={target} />
    case 'player':
      return <PlayerQuote {...props} target={target} />
    case 'team':
      return <TeamQuote {...props} target={target} />
    case 'trade':
      return <TradeQuote {...props} target={target} />
    case 'record':
      return <RecordQuote {...props} target={target} />
    case 'season':
      return <SeasonQuote {...props} target={target} />
  }
}
