import { isLoopbackHost } from '@fieldhouse/domain/hosts'
import { useQuery } from '@tanstack/react-query'
import { Loaded, Notice } from '../../ui/feedback/feedback.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { siteSettingsQuery, useSaveSiteSettings } from './use-site.ts'

type Props = {
  /** The URL that the field contains while none is confirmed. */
  detected?: string
}

export function SiteAddress({ detected = window.location.origin }: Props) {
  const settings = useQuery(siteSettingsQuery)
  return (
    <Loaded query={settings} name="URL of the site" rows={1} height={72}>
      {({ address }) =>
        address.is_from_environment ? (
          <p>People open this site at {address.value}, as PUBLIC_URL in the server's environment says.</p>
        ) : (
          <AddressForm key={address.value} confirmed={address.value} detected={detected} />
        )
      }
    </Loaded>
  )
}

function AddressForm({ confirmed, detected }: { confirmed: string | null; detected: string }) {
  const form = useForm({
    initial: { address: confirmed ?? detected },
    mutation: useSaveSiteSettings(),
    toRequest: ({ address }) => (address.trim() === '' ? null : { address }),
    clears: false,
  })
  const { address } = form.draft
  const isSaved = address === confirmed
  return (
    <ActionForm
      form={form}
      label="URL of the site"
      action="Confirm"
      fallback="Failed to save."
      isReady={!isSaved}
      outcome={
        <>
          {URL.canParse(address) && isLoopbackHost(new URL(address).hostname) ? (
            <Notice tone="warn">
              Only this machine can open that. For your Wi-Fi, start the server with npm start -- --lan.
            </Notice>
          ) : null}
          {isSaved ? <Notice tone="good">This is the URL of the site.</Notice> : null}
        </>
      }
    >
      <TextField
        {...form.field('address')}
        label="People will open this site at"
        type="url"
        autoComplete="off"
        spellCheck={false}
        hint="Links in emails lead there, and so do pages under any other URL of this server."
      />
    </ActionForm>
  )
}
