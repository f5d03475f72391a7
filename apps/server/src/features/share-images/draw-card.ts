import type { Drawing } from '../../drawing/picture.ts'
import type { CardContext } from './card.ts'
import type { CardContent } from './card-content.ts'
import { drawDraft } from './draft-card.ts'
import { drawHeadToHead } from './head-to-head-card.ts'
import { drawMatchup } from './matchup-card.ts'
import { drawRace } from './race-card.ts'
import { drawRecap } from './recap-card.ts'
import { drawRecords } from './records-card.ts'
import { drawSeasonCard } from './season-card.ts'
import { drawStandings } from './standings-card.ts'
import { drawTeam } from './team-card.ts'
import { drawTrade } from './trade-card.ts'

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
