import type { Drawing } from '../../drawing/picture.ts'
import type { CardContext } from './card.ts'
import { drawHeadToHead, drawRecords } from './history-cards.ts'
import { drawMatchup } from './matchup-card.ts'
import { drawDraft, drawTrade } from './move-cards.ts'
import { drawRace, drawStandings } from './ranking-cards.ts'
import type { CardContent } from './read-card-image.ts'
import { drawRecap } from './recap-card.ts'
import { drawSeasonCard } from './season-card.ts'
import { drawTeam } from './team-card.ts'

export function drawCard(context: CardContext, content: CardContent): Drawing {
  switch (content.kind) {
    case 'matchup':
      return drawMatchup(context, content.season, content.matchup)
    case 'standings':
      return drawStandings(context, content.standings)
    case 'team':
      return drawTeam(context, content.page)
    case 'recap':
      return drawRecap(context, content.season, content.recap, content.teams, content.document)
    case 'race':
      return drawRace(context, content.race, content.teams)
    case 'season-card':
      return drawSeasonCard(context, content)
    case 'records':
      return drawRecords(context, content.name, content.records)
    case 'head-to-head':
      return drawHeadToHead(context, content.sides, content.meetings)
    case 'trade':
      return drawTrade(context, content.trade)
    case 'draft':
      return drawDraft(context, content.draft)
  }
}
