import type { SecondFactorStep } from '@fieldhouse/contract/accounts'
import type { Security } from '@fieldhouse/contract/passkeys'
import type { z } from 'zod'
import type { SecondFactors } from './factor-store.ts'
import type { Passkey } from './passkey-store.ts'

export type SecurityState = {
  passkeys: readonly Passkey[]
  hasPasskeySupport: boolean
  totpDate: Date | null
  recoveryCodesLeft: number
}

export function presentSecurity(state: SecurityState): z.infer<typeof Security> {
  return {
    passkeys: state.passkeys.map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      created_at: createdAt.toISOString(),
      used_at: usedAt?.toISOString() ?? null,
    })),
    totp: state.totpDate === null ? null : { created_at: state.totpDate.toISOString() },
    recovery_codes_left: state.recoveryCodesLeft,
    has_passkey_support: state.hasPasskeySupport,
  }
}

export function presentSecondFactorStep(
  token: string,
  { hasPasskey, hasTotp }: SecondFactors,
): z.infer<typeof SecondFactorStep> {
  return { username: null, token, has_passkey: hasPasskey, has_totp: hasTotp }
}
