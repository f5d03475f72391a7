import { z } from 'zod'
import { LeaguePath, TeamColor } from '../fields.ts'
import { MEMBER_READ, type Operation } from '../operation.ts'

/** Display names only: members do not see the usernames of those who have entered a name. */
export const getMentionables = {
  method: 'GET',
  url: '/api/league/:league/mentionables/',
  config: { ...MEMBER_READ, cache: { view: 'league', reads: ['league', 'season', 'people'] } },
  schema: {
    summary: 'The members of a league and the teams of its current season, who can be mentioned in texts',
    tags: ['feed'],
    params: LeaguePath,
    response: {
      200: z.object({
        /** By name. */
        members: z.array(
          z.object({
            id: z.int(),
            /** The display name, which no other member has. */
            name: z.string(),
            team_id: z.int().nullable(),
          }),
        ),
        /** By name. Empty before the first refresh. */
        teams: z.array(
          z.object({
            id: z.int(),
            name: z.string(),
            abbrev: z.string(),
            logo: z.string().nullable(),
            color: TeamColor,
          }),
        ),
      }),
    },
  },
} as const satisfies Operation
