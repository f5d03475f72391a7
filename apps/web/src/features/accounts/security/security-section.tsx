import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import ui from '../../../ui/ui.module.css'
import { PasskeyList } from './passkey-list.tsx'
import { RecoveryCodes, RecoveryCodesDialog } from './recovery-codes.tsx'
import { TotpCard } from './totp-card.tsx'
import { securityQuery } from './use-security.ts'

/** The user's second factors. */
export function SecuritySection() {
  const security = useQuery(securityQuery)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <section className={`${ui.card} ${ui.stack16}`} aria-labelledby="security">
      <h2 id="security">Sign-in security</h2>
      <Loaded query={security} name="your sign-in security" rows={4} height={60}>
        {(loaded) => (
          <>
            <PasskeyList security={loaded} onRecoveryCodes={setCodes} />
            <TotpCard security={loaded} onRecoveryCodes={setCodes} />
            {loaded.passkeys.length > 0 || loaded.totp !== null ? (
              <RecoveryCodes left={loaded.recovery_codes_left} onRecoveryCodes={setCodes} />
            ) : null}
          </>
        )}
      </Loaded>
      {codes === null ? null : <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </section>
  )
}
