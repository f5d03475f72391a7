import type { RecapCard } from '@fieldhouse/contract/recap'
import type { RecapDocument } from '@fieldhouse/domain/recap/recap-document'

/** A recap without its lists, which are for readers of plain text. */
export function presentRecapCard(recap: RecapDocument): RecapCard {
  const { title, headline, story, games, byes, awards, power, odds, records, standings } = recap
  return { title, headline, story, games, byes, awards, power, odds, records, standings }
}
