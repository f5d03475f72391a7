import type { QuotedTextProps } from '../../../features/feed/quotes.ts'
import { LongText } from '../../../ui/display/rich-text.tsx'
import { useDebouncedValue } from '../../../ui/forms/use-debounced-value.ts'
import ui from '../../../ui/ui.module.css'
import { RecordQuote, SeasonQuote } from './history-quotes.tsx'
import { type Quote, quoteText } from './quote.ts'
import { GameQuote, PlayerQuote, TeamQuote } from './season-quotes.tsx'
import { TradeQuote } from './trade-quote.tsx'

/** A text with a card for each page of this league that it links to. The cards replace the links. */
export function QuotedText({ league, text, isDraft = false, renderText = renderLongText }: QuotedTextProps) {
  // A half-typed link is about another page.
  const debouncedText = useDebouncedValue(text)
  const site = { origin: window.location.origin, league }
  const shown = quoteText(isDraft ? debouncedText : text, site)
  return (
    <div className={ui.stack12}>
      {isDraft || shown.text === '' ? null : renderText(shown.text)}
      {shown.quotes.map((quote) => (
        <QuoteCard key={quote.url} league={league} quote={quote} />
      ))}
    </div>
  )
}

function renderLongText(text: string) {
  return <LongText>{text}</LongText>
}

/** What a link is about. Its data are read by the operations of the page that it opens, with the reader's rights. */
function QuoteCard({ league, quote }: { league: string; quote: Quote }) {
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
