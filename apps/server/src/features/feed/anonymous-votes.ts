import { sign } from '../../http/tokens.ts'

/** What anonymous votes are stored under in place of the voter; made with the server's key. */
export type AnonymousVoteKeys = {
  /** The same for each vote of a person on a proposal, and nothing that tells the person without the key. */
  voterKey: (proposalId: number, userId: number) => string
  /** Tells whether the votes on a proposal were stored under this key. */
  keyFingerprint: (proposalId: number) => string
}

export function anonymousVoteKeys(secretKey: string): AnonymousVoteKeys {
  return {
    voterKey: (proposalId, userId) => sign(secretKey, 'anonymous vote', `${proposalId}:${userId}`),
    keyFingerprint: (proposalId) => sign(secretKey, 'anonymous proposal', String(proposalId)),
  }
}
