import { getSite, getSiteSettings, saveSiteSettings } from '@fieldhouse/contract/site'
import type { Context } from '../../context.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { changeWithAudit } from '../../repositories/audit/audit.ts'
import { readSignup, saveSiteSetting } from '../../repositories/site/site-settings.ts'
import { hasSiteAdmin } from '../accounts/read-site-admin.ts'

export const site = [
  operation(getSite, async ({ ctx: { db, settings, sendsMail, address } }) => ({
    draft_app: settings.DRAFT_APP_URL !== undefined,
    // With DEV_LINKS, people get the links that emails would contain.
    email: sendsMail || settings.DEV_LINKS,
    needs_admin: !(await hasSiteAdmin(db)),
    signup: await readSignup(db, settings),
    address: address.current(),
  })),

  operation(getSiteSettings, ({ ctx }) => presentSettings(ctx)),

  operation(saveSiteSettings, async (call) => {
    const { ctx } = call
    const { signup, address } = call.body
    const { SIGNUP, PUBLIC_URL } = ctx.settings
    if (signup !== undefined && SIGNUP !== undefined) throw setByEnvironment('SIGNUP')
    if (address !== undefined && PUBLIC_URL !== undefined) throw setByEnvironment('PUBLIC_URL')
    const detail = { ...(signup !== undefined && { signup }), ...(address !== undefined && { address }) }
    await changeWithAudit(call, async ({ transaction, audit }) => {
      for (const [name, value] of Object.entries(detail)) {
        await saveSiteSetting(transaction, name as keyof typeof detail, value)
        await audit('site.settings', { [name]: value })
      }
    })
    await ctx.address.refresh(true)
    return { message: 'Saved.', settings: await presentSettings(ctx) }
  }),
]

function setByEnvironment(name: string): ApiError {
  return new ApiError('set_by_environment', {
    message: `${name} in the environment of the server sets this.`,
  })
}

async function presentSettings({ db, settings, address }: Context) {
  return {
    signup: { value: await readSignup(db, settings), is_from_environment: settings.SIGNUP !== undefined },
    address: { value: address.current(), is_from_environment: settings.PUBLIC_URL !== undefined },
  }
}
