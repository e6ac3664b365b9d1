import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, YAML11_SCHEMA } from 'js-yaml';
import { Configuration, roleNames } from '../../../src/platform/configuration/configuration.js';
import { settings } from '../../../src/platform/configuration/settings.js';
import { serverSettings } from '../../../src/platform/embedded/server-settings.js';
import { projectRoot } from '../../../src/platform/project-root.js';
import { envExample, withSettingsTable } from '../../../scripts/settings/render.mjs';

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');

describe('what is derived from the settings', () => {
  it('.env.example names every setting with its default', () => {
    expect(read('.env.example')).toBe(envExample(settings));
  });

  it('the README has every setting in its table', () => {
    expect(read('README.md')).toBe(withSettingsTable(read('README.md'), settings));
  });
});

describe('docker-compose.yml', () => {
  const compose = load(read('docker-compose.yml'), { schema: YAML11_SCHEMA }) as {
    services: Record<string, Record<string, any>>;
    volumes: object;
  };
  const own = Object.entries(compose.services).filter(([, service]) => service.image === 'stocktake');

  it('runs every role, the workers twice, on PostgreSQL and Redis', () => {
    expect(own.map(([, service]) => service.environment.ROLES).sort()).toEqual([...roleNames].sort());
    expect(compose.services.worker?.deploy.replicas).toBe(2);
    for (const [, { environment }] of own) {
      expect(environment.DATABASE_URL).toMatch(/^postgres:\/\/.*@database:5432\//);
      expect(environment.REDIS_URL).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD:\?[^}]+\}@queue:6379$/);
    }
  });

  it('gives the service’s containers no right that they do not need', () => {
    for (const [, service] of own) {
      expect(service).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] });
      expect(service.security_opt).toEqual(['no-new-privileges:true']);
      expect(service.mem_limit).toBeTruthy();
    }
    expect(compose.services.queue?.command.join(' ')).toContain('--requirepass ${REDIS_PASSWORD}');
  });

  it('bounds the memory of every container, and lets none gain rights', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect([name, service.mem_limit]).toEqual([name, expect.stringMatching(/^\$\{\w+:-\d+g\}$/)]);
      expect([name, service.security_opt]).toEqual([name, ['no-new-privileges:true']]);
    }
    expect(compose.services.queue).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(compose.services.queue?.command.join(' ')).toMatch(/--maxmemory \S+.*--maxmemory-policy noeviction/);
  });

  it('gives the service a database user that PostgreSQL makes on its first start, not the superuser', () => {
    const { environment, volumes } = compose.services.database!;
    expect(environment.POSTGRES_USER).toBeUndefined();
    expect(environment.POSTGRES_PASSWORD).toMatch(/DATABASE_ADMIN_PASSWORD/);
    expect(environment.SERVICE_PASSWORD).toMatch(/DATABASE_PASSWORD/);
    expect(volumes).toContain(
      './deploy/compose/create-service-user.sh:/docker-entrypoint-initdb.d/create-service-user.sh:ro',
    );
  });

  it('gives PostgreSQL the settings of the embedded one, which the README names for another', () => {
    const given = Object.entries(serverSettings);
    expect(compose.services.database!.command).toEqual(
      expect.arrayContaining(given.map(([name, value]) => `--${name}=${value}`)),
    );
    for (const [name, value] of given) expect(read('README.md')).toContain(`${name} = ${value}`);
  });

  it('lets whoever runs it pin every image by its digest', () => {
    for (const name of ['database', 'queue'])
      expect(compose.services[name]!.image).toMatch(/^\$\{\w+_IMAGE:-\w+:\d+\}$/);
    const images = read('Dockerfile').match(/^FROM .*/gm)!;
    expect(images.every((line) => line.startsWith('FROM ${NODE_IMAGE}'))).toBe(true);
  });

  it('waits for longer than a process takes to stop by itself', () => {
    const { requestsMs, jobsMs } = new Configuration({}).stopping;
    const abortMs = 5_000;
    expect(requestsMs + jobsMs + abortMs).toBeLessThan(25_000);
    for (const [, service] of own) {
      expect(service.stop_grace_period).toBe('30s');
      expect(service.environment.STOP_TIMEOUT_S).toBeUndefined();
    }
    const shortest = new Configuration({ STOP_TIMEOUT_S: '10' }).stopping;
    expect(shortest.requestsMs + shortest.jobsMs + abortMs).toBeLessThan(10_000);
    expect(Math.min(shortest.requestsMs, shortest.jobsMs)).toBeGreaterThanOrEqual(0);
  });

  it('uses only settings that there are', () => {
    for (const [, { environment }] of own)
      expect(Object.keys(environment).filter((name) => !(name in settings))).toEqual([]);
  });

  it('holds no secret, and refers only to volumes that it declares', () => {
    expect(read('docker-compose.yml')).not.toMatch(/PASSWORD: +(?!\$\{)\S/);
    for (const service of Object.values(compose.services)) {
      for (const volume of (service.volumes ?? []).filter((name: string) => !name.startsWith('./')))
        expect(compose.volumes).toHaveProperty([volume.split(':')[0]]);
    }
  });

  it('mounts the master key’s folder read-only, where a replaced file is seen', () => {
    for (const [, { environment, volumes }] of own) {
      expect(volumes).toContain('./secrets:/run/stocktake:ro');
      expect(environment.MASTER_KEY_FILE).toBe('/run/stocktake/master.key');
    }
  });

  it('keeps the data of PostgreSQL, of Redis and the files, and Redis writes its append-only file', () => {
    expect(compose.services.database?.volumes).toContain('database:/var/lib/postgresql');
    expect(compose.services.queue?.volumes).toEqual(['queue:/data']);
    expect(compose.services.queue?.command.join(' ')).toContain('--appendonly yes');
    for (const [, service] of own) expect(service.volumes).toContain('files:/data');
  });
});

describe('Dockerfile', () => {
  const lines = read('Dockerfile').split('\n');

  it('starts the program `stocktake`, which has the flags of `npm start`', () => {
    const { scripts, bin } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
    const flagsOf = (line: string): string[] => line.split(' ').filter((word) => word.startsWith('--'));
    expect(flagsOf(scripts!.start!).length).toBeGreaterThan(0);
    expect(flagsOf(read('src/stocktake.ts').split('\n')[0]!)).toEqual(flagsOf(scripts!.start!));
    expect(bin).toEqual({ stocktake: 'dist/src/stocktake.js' });
    expect(lines).toContain('CMD ["stocktake", "serve"]');
    expect(read('Dockerfile')).toContain('ln -s /app/dist/src/stocktake.js /usr/local/bin/stocktake');
  });
  const copied = lines.filter((line) => /^COPY (?!--from)/.test(line)).flatMap((line) => line.split(' ').slice(1, -1));

  it('copies only what is there and what .dockerignore lets through', () => {
    const letThrough = read('.dockerignore').split('\n');
    expect(copied.length).toBeGreaterThan(5);
    for (const path of copied) {
      expect({ path, exists: existsSync(join(projectRoot, path)) }).toEqual({ path, exists: true });
      expect(letThrough).toContain(`!${path}`);
    }
  });

  it('ends in an image without build tools that runs as an ordinary user and tells its health', () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    expect(last).toContain('USER 1000:1000');
    expect(last.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
    expect(last.join('\n')).not.toMatch(/npm|COPY src/);
    // Of `dist` only what was built where the source maps were deleted.
    const stages = read('Dockerfile').split(/^(?=FROM )/m);
    const built = stages.find((stage) => / AS build$/m.test(stage));
    expect(built).toMatch(/find dist -name '\*\.map' -delete/);
    expect(last.filter((line) => line.includes('dist/') && line.startsWith('COPY'))).toEqual([
      'COPY --from=build /app/dist/src dist/src',
      'COPY --from=build /app/dist/ui dist/ui',
      'COPY --from=build /app/dist/migrations dist/migrations',
    ]);
    expect(read('Dockerfile')).toContain('npm ci --omit=dev');
  });
});
