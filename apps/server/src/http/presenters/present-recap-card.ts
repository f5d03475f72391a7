import type { RecapCard } from '@fieldhouse/contract/recap'
import type { RecapDocument } from '@fieldhouse/domain/recap/recap-document'

export function presentRecapCard(recap: RecapDocument): RecapCard {
  const { title, headline, story, games, byes, awards, power, odds, records, standings } = recap
  return { title, headline, story, games, byes, awards, power, odds, records, standings }
}
