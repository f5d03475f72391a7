import { getSite } from '@fieldhouse/contract/site'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

export type SiteOptions = { hasDraftApp: boolean; sendsMail: boolean }

export const siteRoutes: FastifyPluginAsyncZod<SiteOptions> = async (app, { hasDraftApp, sendsMail }) => {
  app.route({ ...getSite, handler: async () => ({ draft_app: hasDraftApp, email: sendsMail }) })
}
