import { signatureOf } from '../../http/tokens.ts'

/** What anonymous votes are stored under in place of the voter; made with the server's key. */
export type Ballots = {
  /** The same for each vote of a person on a proposal, and nothing that tells the person without the key. */
  voterKey: (proposalId: number, userId: number) => string
  /** Tells whether the votes on a proposal were stored under this key. */
  mark: (proposalId: number) => string
}

export function ballotsUnder(secretKey: string): Ballots {
  return {
    voterKey: (proposalId, userId) => signatureOf(secretKey, 'anonymous vote', `${proposalId}:${userId}`),
    mark: (proposalId) => signatureOf(secretKey, 'anonymous proposal', String(proposalId)),
  }
}
