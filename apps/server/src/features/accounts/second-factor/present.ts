import type { SecondFactorStep } from '@fieldhouse/contract/accounts'
import type { Security } from '@fieldhouse/contract/passkeys'
import type { z } from 'zod'
import type { Passkey } from './passkey-store.ts'
import type { SecondFactors } from './sign-in-step-store.ts'

export function presentSecurity(
  passkeys: readonly Passkey[],
  hasPasskeySupport: boolean,
): z.infer<typeof Security> {
  return {
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      created_at: createdAt.toISOString(),
      used_at: usedAt?.toISOString() ?? null,
    })),
    has_passkey_support: hasPasskeySupport,
  }
}

export function presentSecondFactorStep(
  token: string,
  { hasPasskey }: SecondFactors,
): z.infer<typeof SecondFactorStep> {
  return { username: null, token, has_passkey: hasPasskey }
}
