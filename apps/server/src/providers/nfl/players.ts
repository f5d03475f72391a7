import type { NflPlayer } from '@fieldhouse/domain/nfl/player'
import { z } from 'zod'
import { Id, LenientInt, lenientList, normalizeWhitespace, Text } from '../espn/schemas/fields.ts'
import { positionOf } from '../espn/translate/week.ts'
import { ProviderError } from '../provider-error.ts'

const NO_TEAM = 0

const Body = lenientList(
  z.object({ id: Id, fullName: Text, defaultPositionId: LenientInt, proTeamId: LenientInt }),
)

/** Translates the fantasy API's list of players. Players without a name are skipped. */
export function translatePlayers(json: unknown): NflPlayer[] {
  const players = (Body.parse(json) ?? []).flatMap(({ id, fullName, defaultPositionId, proTeamId }) => {
    const name = normalizeWhitespace(fullName)
    const player = {
      playerId: id,
      name,
      position: positionOf(defaultPositionId),
      nflTeamId: proTeamId === NO_TEAM ? null : (proTeamId ?? null),
    }
    return name === '' ? [] : [player]
  })
  if (players.length === 0) throw new ProviderError('unexpected_shape', 'the list of players is empty')
  return players
}
