import { z } from 'zod'

/** A draft pick that changes teams in a trade. It is named by the team that had it originally. */
export const TradedPick = z.object({
  season: z.int(),
  round: z.int(),
  original_team_id: z.int(),
  original_team: z.string(),
  from_team_id: z.int(),
  to_team_id: z.int(),
})

export type TradedPick = z.infer<typeof TradedPick>

/** Free-agent budget (FAAB) that changes teams in a trade, in league dollars. */
export const TradedBudget = z.object({
  amount: z.number(),
  from_team_id: z.int(),
  to_team_id: z.int(),
})

export type TradedBudget = z.infer<typeof TradedBudget>
