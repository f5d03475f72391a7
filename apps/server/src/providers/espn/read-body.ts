import type { z } from 'zod'
import { ProviderError } from '../league-provider.ts'

type AnyBody = { id?: number | null | undefined; seasonId?: number | null | undefined }

/** Whether an answer says that there is no such season: the history endpoint answers an empty list. */
export function isNoSeason(json: unknown): boolean {
  return Array.isArray(json) && json.length === 0
}

/**
 * The body of one season in an answer: the answer itself, or the entry of a list of seasons. Throws
 * `unexpected_shape` with the path of what is wrong, `wrong_league` when it is of another one.
 */
export function readBodyAs<Body extends AnyBody>(
  schema: z.ZodType<Body>,
  json: unknown,
  { leagueId, season }: { leagueId: number; season: number },
): Body {
  const bodies = (Array.isArray(json) ? json : [json]).map((each) => parseBody(schema, each))
  const body = bodies.length === 1 ? bodies[0] : bodies.find((each) => each.seasonId === season)
  if (body === undefined) throw new ProviderError('wrong_league', `no body of season ${season}`)
  if ((body.id ?? leagueId) !== leagueId || (body.seasonId ?? season) !== season) {
    const found = `league ${body.id}, season ${body.seasonId}`
    throw new ProviderError('wrong_league', `asked for league ${leagueId}, season ${season}, got ${found}`)
  }
  return body
}

function parseBody<Body>(schema: z.ZodType<Body>, json: unknown): Body {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.join('.') || 'the body'
  throw new ProviderError('unexpected_shape', `${path}: ${issue?.message ?? 'not understood'}`)
}
