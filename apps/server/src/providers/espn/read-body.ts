import type { z } from 'zod'
import { ProviderError } from '../league-provider.ts'

type AnyBody = { id?: number | null | undefined; seasonId?: number | null | undefined }

/** Whether a response is an empty list, which the history endpoint returns for an unknown season. */
export function isEmptyHistory(json: unknown): boolean {
  return Array.isArray(json) && json.length === 0
}

/**
 * Reads the body of one season from a response, which is either the body or a list of seasons. Throws
 * `unexpected_shape` with the path of the invalid field, or `wrong_league` when the body belongs to another
 * league or season.
 */
export function readBodyAs<Body extends AnyBody>(
  schema: z.ZodType<Body>,
  json: unknown,
  { leagueId, season }: { leagueId: number; season: number },
): Body {
  const bodies = (Array.isArray(json) ? json : [json]).map((each) => parseBody(schema, each))
  const body = bodies.length === 1 ? bodies[0] : bodies.find((each) => each.seasonId === season)
  if (body === undefined) throw new ProviderError('wrong_league', `the response has no season ${season}`)
  if ((body.id ?? leagueId) !== leagueId || (body.seasonId ?? season) !== season) {
    const found = `league ${body.id}, season ${body.seasonId}`
    throw new ProviderError(
      'wrong_league',
      `expected league ${leagueId}, season ${season}, received ${found}`,
    )
  }
  return body
}

function parseBody<Body>(schema: z.ZodType<Body>, json: unknown): Body {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.join('.') || 'body'
  throw new ProviderError('unexpected_shape', `${path}: ${issue?.message ?? 'invalid'}`)
}
