import {
  getComparisonImage,
  getDraftImage,
  getMatchupImage,
  getRaceImage,
  getRecapImage,
  getRecordsImage,
  getSeasonCardImage,
  getStandingsImage,
  getTeamImage,
  getTradeImage,
  type ShareFormat,
  type ShareTheme,
} from '@fieldhouse/contract/share-images'
import { findOwnerByName, type LeagueHistory } from '@fieldhouse/domain/history/league-history'
import type { Owner } from '@fieldhouse/domain/history/owners'
import { headToHead } from '@fieldhouse/domain/history/played-games'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { CardTeam } from './card.ts'
import type { CardContent } from './card-content.ts'
import type { ImageMaker } from './image-maker.ts'
import type { ShareSources } from './share-sources.ts'

export type ShareImagesOptions = { sources: ShareSources; images: ImageMaker }

type ImageRequest = FastifyRequest & { query: { format: ShareFormat; theme: ShareTheme } }

/** Pictures of what members see, to be sent to others. */
export const shareImagesRoutes: Routes<ShareImagesOptions> = (app, { sources, images }) => {
  app.route({
    ...getMatchupImage,
    async handler(request, reply) {
      const { season, week, game } = request.params
      const found = await sources.findMatchup(leagueOf(request).id, { season, week, game })
      if (found === null) throw new ApiError('game_not_found', { message: 'Game not found.' })
      return sendCard(request, reply, { kind: 'matchup', season, matchup: found.matchup })
    },
  })

  app.route({
    ...getStandingsImage,
    async handler(request, reply) {
      const standings = await sources.getStandings(leagueOf(request).id, request.query.season)
      if (standings.standings.length === 0) throw new ApiError('nothing_to_share')
      return sendCard(request, reply, { kind: 'standings', standings })
    },
  })

  app.route({
    ...getRaceImage,
    async handler(request, reply) {
      const found = await sources.findRace(leagueOf(request).id, request.query.season ?? null)
      if (found === 'busy') throw new ApiError('busy')
      if (found === null)
        throw new ApiError('nothing_to_share', { message: 'There is no playoff race of that season.' })
      return sendCard(request, reply, { kind: 'race', ...found })
    },
  })

  app.route({
    ...getSeasonCardImage,
    async handler(request, reply) {
      const { season, team_id: teamId = null, card: kind } = request.query
      const found = await sources.findSeasonCards(leagueOf(request).id, season, teamId)
      if (typeof found === 'string') throw new ApiError(found)
      const card = found.cards.find((each) => each.kind === kind)
      if (card === undefined)
        throw new ApiError('nothing_to_share', { message: 'That season has no card of this kind.' })
      const teams = found.teams.filter((team) => card.team_ids.includes(team.team_id))
      return sendCard(request, reply, { kind: 'season-card', season: found.season, card, teams })
    },
  })

  app.route({
    ...getTeamImage,
    async handler(request, reply) {
      const found = await sources.findTeam(leagueOf(request), request.params.team, request.query.season)
      if (found === null) throw new ApiError('team_not_found')
      const { season, scoring_format, team, weekly_points } = found
      return sendCard(request, reply, { kind: 'team', page: { season, scoring_format, team, weekly_points } })
    },
  })

  app.route({
    ...getRecapImage,
    async handler(request, reply) {
      const { season, week } = request.params
      const found = await sources.findRecap(leagueOf(request).id, season, week)
      if (found === null)
        throw new ApiError('nothing_to_share', { message: 'There is no recap of that week.' })
      return sendCard(request, reply, { kind: 'recap', season, ...found })
    },
  })

  app.route({
    ...getRecordsImage,
    async handler(request, reply) {
      const { records } = await sources.getHistory(leagueOf(request).id)
      const { record: name = null } = request.query
      if (name !== null && records[name] === null)
        throw new ApiError('nothing_to_share', { message: 'Record not found.' })
      return sendCard(request, reply, { kind: 'records', name, records })
    },
  })

  app.route({
    ...getComparisonImage,
    async handler(request, reply) {
      const history = await sources.getHistory(leagueOf(request).id)
      const [a, b] = [requireOwner(history, request.query.a), requireOwner(history, request.query.b)]
      if (a === b) throw new ApiError('same_owner')
      const meetings = headToHead(history.games, a, b)
      const sides = [toCardTeam(history, a), toCardTeam(history, b)] as const
      return sendCard(request, reply, { kind: 'head-to-head', sides, meetings })
    },
  })

  app.route({
    ...getTradeImage,
    async handler(request, reply) {
      const trade = await sources.findTrade(leagueOf(request).id, request.params)
      if (trade === null) throw new ApiError('item_not_found', { message: 'Trade not found.' })
      return sendCard(request, reply, { kind: 'trade', trade })
    },
  })

  app.route({
    ...getDraftImage,
    async handler(request, reply) {
      const found = await sources.findDraft(leagueOf(request).id, request.query.season)
      if (found === null)
        throw new ApiError('nothing_to_share', { message: 'No picks of that draft are known.' })
      const { season, kind, teams, picks } = found
      return sendCard(request, reply, { kind: 'draft', draft: { season, kind, teams, picks } })
    },
  })

  async function sendCard(request: ImageRequest, reply: FastifyReply, content: CardContent) {
    const { format, theme } = request.query
    const png = await images.make(content, { format, theme, league: leagueOf(request).name })
    if (png === null) throw new ApiError('busy')
    return reply.type('image/png').send(png)
  }
}

function requireOwner(history: LeagueHistory, name: string): Owner {
  const owner = findOwnerByName(history, name)
  if (owner === null) throw new ApiError('owner_not_found')
  return owner
}

/** An owner with the logo of their newest team. */
function toCardTeam({ seasons, colors }: LeagueHistory, owner: Owner): CardTeam {
  const teams = seasons.flatMap((season) => season.teams.filter((each) => each.owner === owner))
  return { name: owner.name, logo: teams.at(-1)?.team.logo ?? null, color: colors.get(owner) }
}
