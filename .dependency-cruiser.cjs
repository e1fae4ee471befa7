/** The dependency rules: inward only. Domain folders stay pure; apps never import each other (standalone and cli compose). */
const infrastructure =
  '^(pg|pg-query-stream|nats|typeorm|@nestjs/.*|fastify)$|node_modules/(pg|pg-query-stream|nats|typeorm|@nestjs|fastify)/';
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'apps-stay-apart',
      severity: 'error',
      comment: 'An app asks another over NATS. Only standalone composes modules; the command line starts standalone.',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/standalone/' },
      to: { path: '^apps/([^/]+)/', pathNot: '^apps/($1|standalone)/' },
    },
    {
      name: 'only-the-command-line-starts-standalone',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '^apps/(cli|standalone)/' },
      to: { path: '^apps/standalone/' },
    },
    { name: 'libs-know-no-app', severity: 'error', from: { path: '^libs/' }, to: { path: '^apps/' } },
    {
      name: 'contracts-is-a-leaf',
      severity: 'error',
      from: { path: '^libs/contracts/src/' },
      to: { path: '^libs/(?!contracts/)' },
    },
    {
      name: 'contracts-knows-no-infrastructure',
      severity: 'error',
      from: { path: '^libs/contracts/src/' },
      to: { path: infrastructure },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment: 'Rules take everything they need as arguments.',
      from: {
        path: '^(libs/domain/src|apps/ledger/src/(notebook|gates)|apps/ingestion/src/(signals|redaction)|apps/reflection/src/reflectors/builtin|apps/delivery/src/rendering)/',
        pathNot: '\\.spec\\.ts$',
      },
      to: { path: infrastructure },
    },
    {
      name: 'messaging-knows-no-database',
      severity: 'error',
      from: { path: '^libs/messaging/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: 'node_modules/(pg|typeorm)/' },
    },
    {
      name: 'event-store-knows-no-bus',
      severity: 'error',
      from: { path: '^libs/event-store/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: 'node_modules/(nats|@nestjs)/' },
    },
    {
      name: 'tests-only-in-tests',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '(\\.(spec|fixture)\\.ts$|^libs/testing/)' },
      to: { path: '^libs/testing/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'require', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
