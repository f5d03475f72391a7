import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import ui from '../../../ui/ui.module.css'
import { PasskeyList } from './passkey-list.tsx'
import { securityQuery } from './use-security.ts'

/** The user's second factors. */
export function SecuritySection() {
  const security = useQuery(securityQuery)
  return (
    <section className={`${ui.card} ${ui.stack12}`} aria-labelledby="security">
      <h2 id="security">Sign-in security</h2>
      <Loaded query={security} name="your sign-in security" rows={2} height={60}>
        {(loaded) => <PasskeyList security={loaded} />}
      </Loaded>
    </section>
  )
}
