import { sign } from '../../../crypto/tokens.ts'

/** Derives, from the server's secret key, the keys that replace the voter in stored anonymous votes. */
export type AnonymousVoteKeys = {
  /** Stable for one user and one proposal. Cannot be traced to the user without the secret key. */
  voterKey: (proposalId: number, userId: number) => string
  /** Identifies the secret key that a proposal's votes were stored with. */
  keyFingerprint: (proposalId: number) => string
}

export function anonymousVoteKeys(secretKey: string): AnonymousVoteKeys {
  return {
    voterKey: (proposalId, userId) => sign(secretKey, 'anonymous vote', `${proposalId}:${userId}`),
    keyFingerprint: (proposalId) => sign(secretKey, 'anonymous proposal', String(proposalId)),
  }
}
