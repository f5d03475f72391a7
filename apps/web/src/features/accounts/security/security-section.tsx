import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import ui from '../../../ui/ui.module.css'
import { PasskeyList } from './passkey-list.tsx'
import { RecoveryCodes, RecoveryCodesDialog } from './recovery-codes.tsx'
import { TotpCard } from './totp-card.tsx'
import { securityQuery, useRefreshRights } from './use-security.ts'

/** The user's second factors. */
export function SecuritySection() {
  const security = useQuery(securityQuery)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const refreshRights = useRefreshRights()

  /** New rights change the screen, so the recovery codes are shown first. */
  function handleCodes(newCodes: readonly string[] | null) {
    setCodes(newCodes)
    if (newCodes === null) refreshRights()
  }

  return (
    <section className={`${ui.card} ${ui.stack16}`} aria-labelledby="security">
      <h2 id="security">Sign-in security</h2>
      <Loaded query={security} name="your sign-in security" rows={4} height={60}>
        {(loaded) => (
          <>
            <PasskeyList security={loaded} onRecoveryCodes={handleCodes} />
            <TotpCard security={loaded} onRecoveryCodes={handleCodes} />
            {loaded.passkeys.length > 0 || loaded.totp !== null ? (
              <RecoveryCodes left={loaded.recovery_codes_left} onRecoveryCodes={handleCodes} />
            ) : null}
          </>
        )}
      </Loaded>
      {codes === null ? null : <RecoveryCodesDialog codes={codes} onClose={() => handleCodes(null)} />}
    </section>
  )
}
