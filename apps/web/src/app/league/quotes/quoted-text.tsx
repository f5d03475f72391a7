import type { QuotedTextProps } from '../../../features/feed/quotes.ts'
import { LongText } from '../../../ui/display/rich-text.tsx'
import { useDebouncedValue } from '../../../ui/forms/use-debounced-value.ts'
import ui from '../../../ui/ui.module.css'
import { quoteText } from './quote.ts'
import { QuoteCard } from './quote-card.tsx'

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
