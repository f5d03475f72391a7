import { sign } from '../../../crypto/tokens.ts'

/** Derives, from the server's secret key, the keys that replace the voter in stored anonymous votes. */
export function anonymousVoteKeys(secretKey: string) {
  return {
    /** Stable for one user and one proposal. Cannot be traced to the user without the secret key. */
    voterKey: (proposalId: number, userId: number) =>
      sign(secretKey, 'anonymous vote', `${proposalId}:${userId}`),
    /** Identifies the secret key that a proposal's votes were stored with. */
    keyFingerprint: (proposalId: number) => sign(secretKey, 'anonymous proposal', String(proposalId)),
  }
}
