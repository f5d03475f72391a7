import type { Drawing } from '../../drawing/picture.ts'
import type { CardContext } from './card.ts'
import { drawHeadToHead, drawRecords } from './history-cards.ts'
import { drawMatchup } from './matchup-card.ts'
import { drawDraft, drawTrade } from './move-cards.ts'
import { drawRace, drawStandings } from './ranking-cards.ts'
import type { CardContent, Content } from './read-card-image.ts'
import { drawRecap } from './recap-card.ts'
import { drawSeasonCard } from './season-card.ts'
import { drawTeam } from './team-card.ts'

const DRAW: { [Kind in CardContent['kind']]: (context: CardContext, content: Content<Kind>) => Drawing } = {
  matchup: drawMatchup,
  standings: drawStandings,
  team: drawTeam,
  recap: drawRecap,
  race: drawRace,
  'season-card': drawSeasonCard,
  records: drawRecords,
  'head-to-head': drawHeadToHead,
  trade: drawTrade,
  draft: drawDraft,
}

export function drawCard<Kind extends CardContent['kind']>(
  context: CardContext,
  content: Content<Kind>,
): Drawing {
  return DRAW[content.kind](context, content)
}
