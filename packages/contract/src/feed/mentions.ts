import { z } from 'zod'
import { TeamColor } from '../fields.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'

const { get } = operationsOf('feed')

/** Display names only: members do not see the usernames of those who have entered a name. */
export const getMentionables = get('/api/league/:league/mentionables/', {
  summary: 'The members of a league and the teams of its current season, who can be mentioned in texts',
  ...MEMBER_READ,
  cache: { view: 'league', reads: ['league', 'season', 'people'] },
  response: z.object({
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
})
