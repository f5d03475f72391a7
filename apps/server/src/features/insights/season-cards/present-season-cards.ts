import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getSeasonCards } from '@fieldhouse/contract/season-cards'
import { describeCard, type SeasonCard } from '@fieldhouse/domain/insights/season-cards/season-card'
import { presentHeader } from '../present.ts'
import { hasCards, type SeasonCards } from './season-card-reader.ts'

type Response = ResponseOf<typeof getSeasonCards>

export function presentSeasonCards(found: SeasonCards, teamId: number | null): Response {
  const { season, stored, finish, teams, missing, cards } = found
  const placeOf = (id: number) => finish.teams.find((team) => team.teamId === id)?.place ?? teams.length
  return {
    ...presentHeader(season, stored),
    unavailable: whyUnavailable(found),
    team_id: teamId,
    missing,
    is_best_ball: stored?.schedule.isBestBall ?? false,
    teams: teams
      .toSorted((a, b) => placeOf(a.teamId) - placeOf(b.teamId) || a.teamId - b.teamId)
      .map(({ teamId: id, name, logo, color }) => ({
        team_id: id,
        name,
        logo,
        color,
        owner: finish.teams.find((team) => team.teamId === id)?.owner ?? null,
      })),
    cards: cards.map(presentCard),
  }
}

function whyUnavailable({ season, stored, cards }: SeasonCards): Response['unavailable'] {
  const { unavailable } = presentHeader(season, stored)
  if (unavailable !== null || stored === null) return unavailable
  if (!hasCards(season, stored)) return 'in_progress'
  return cards.length === 0 ? 'too_few' : null
}

function presentCard(card: SeasonCard): Response['cards'][number] {
  const { kind, title, value, caption, facts, chart, weeks, teamIds } = card
  return {
    kind,
    title,
    value,
    caption,
    facts: facts.map(({ game, ...fact }) => ({
      ...fact,
      game: game === null ? null : { week: game.period, game_id: game.gameId },
    })),
    chart,
    weeks,
    team_ids: teamIds,
    text: describeCard(card),
  }
}
