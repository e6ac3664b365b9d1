/**
 * Well-known software, one thing a line: `purls | repository | CPE vendor:product [part] | versions, oldest first`.
 * A repository without a host is on github.com; the part is `a` where none is given. Versions are a sample of releases
 * that lists often name.
 */
export const starterEntries = `
maven/org.apache.logging.log4j/log4j-core | apache/logging-log4j2 | apache:log4j | 2.8.2 2.11.2 2.13.3 2.14.1 2.15.0 2.16.0 2.17.0 2.17.1 2.19.0 2.20.0 2.24.1
maven/org.apache.logging.log4j/log4j-api | apache/logging-log4j2 | | 2.11.2 2.13.3 2.14.1 2.15.0 2.17.0 2.17.1 2.20.0
maven/log4j/log4j | apache/logging-log4j1 | | 1.2.12 1.2.14 1.2.15 1.2.16 1.2.17
maven/org.slf4j/slf4j-api | qos-ch/slf4j | qos:slf4j | 1.7.25 1.7.30 1.7.32 1.7.36 2.0.0 2.0.7 2.0.9 2.0.13
maven/ch.qos.logback/logback-classic | qos-ch/logback | qos:logback | 1.2.3 1.2.9 1.2.11 1.3.5 1.4.5 1.4.11 1.4.14 1.5.6
maven/ch.qos.logback/logback-core | qos-ch/logback | | 1.2.3 1.2.9 1.2.11 1.3.5 1.4.11 1.4.14 1.5.6
maven/org.springframework.boot/spring-boot | spring-projects/spring-boot | vmware:spring_boot | 2.1.18.RELEASE 2.3.12.RELEASE 2.5.6 2.6.6 2.7.0 2.7.18 3.0.0 3.1.5 3.2.0 3.3.0
maven/org.springframework.boot/spring-boot-starter-web | spring-projects/spring-boot | | 2.1.18.RELEASE 2.5.6 2.6.6 2.7.18 3.1.5 3.2.0 3.3.0
maven/org.springframework/spring-core | spring-projects/spring-framework | vmware:spring_framework | 4.3.30.RELEASE 5.2.20.RELEASE 5.3.18 5.3.20 5.3.27 5.3.31 6.0.0 6.1.1
maven/org.springframework/spring-web | spring-projects/spring-framework | | 5.2.20.RELEASE 5.3.18 5.3.27 5.3.31 6.0.0 6.1.1
maven/org.springframework/spring-beans | spring-projects/spring-framework | | 5.2.20.RELEASE 5.3.18 5.3.27 6.0.0 6.1.1
maven/org.springframework/spring-context | spring-projects/spring-framework | | 5.2.20.RELEASE 5.3.18 5.3.27 6.0.0 6.1.1
maven/org.springframework.security/spring-security-core | spring-projects/spring-security | vmware:spring_security | 5.4.10 5.5.7 5.6.9 5.7.5 5.8.0 6.0.0 6.2.0
maven/com.fasterxml.jackson.core/jackson-databind | fasterxml/jackson-databind | fasterxml:jackson-databind | 2.9.8 2.9.10.8 2.10.5 2.11.4 2.12.6 2.13.2 2.13.4 2.14.0 2.15.2 2.16.1 2.17.0
maven/com.fasterxml.jackson.core/jackson-core | fasterxml/jackson-core | | 2.9.8 2.11.4 2.12.6 2.13.4 2.14.0 2.15.2 2.16.1
maven/com.fasterxml.jackson.core/jackson-annotations | fasterxml/jackson-annotations | | 2.9.8 2.11.4 2.12.6 2.13.4 2.14.0 2.15.2
maven/com.google.guava/guava | google/guava | google:guava | 18.0 20.0 23.0 27.0.1-jre 28.2-jre 29.0-jre 30.1.1-jre 31.1-jre 32.1.2-jre 33.0.0-jre
maven/com.google.code.gson/gson | google/gson | google:gson | 2.8.0 2.8.5 2.8.6 2.8.9 2.9.0 2.10.1 2.11.0
maven/com.google.protobuf/protobuf-java | protocolbuffers/protobuf | google:protobuf-java | 3.6.1 3.11.4 3.19.2 3.21.7 3.24.0 3.25.1
maven/org.apache.commons/commons-lang3 | apache/commons-lang | apache:commons_lang | 3.4 3.8.1 3.9 3.11 3.12.0 3.13.0 3.14.0
maven/org.apache.commons/commons-text | apache/commons-text | apache:commons_text | 1.8 1.9 1.10.0 1.11.0
maven/org.apache.commons/commons-compress | apache/commons-compress | apache:commons_compress | 1.18 1.20 1.21 1.22 1.24.0 1.26.0
maven/org.apache.commons/commons-collections4 | apache/commons-collections | | 4.0 4.1 4.4
maven/commons-collections/commons-collections | apache/commons-collections | apache:commons_collections | 3.2 3.2.1 3.2.2
maven/commons-io/commons-io | apache/commons-io | apache:commons_io | 2.4 2.5 2.6 2.7 2.8.0 2.11.0 2.13.0 2.15.1
maven/commons-codec/commons-codec | apache/commons-codec | | 1.10 1.11 1.13 1.15 1.16.0
maven/commons-fileupload/commons-fileupload | apache/commons-fileupload | apache:commons_fileupload | 1.3.1 1.3.3 1.4 1.5
maven/commons-beanutils/commons-beanutils | apache/commons-beanutils | apache:commons_beanutils | 1.8.3 1.9.2 1.9.4
maven/org.apache.httpcomponents/httpclient | apache/httpcomponents-client | apache:httpclient | 4.3.6 4.5.2 4.5.5 4.5.12 4.5.13 4.5.14
maven/org.apache.tomcat.embed/tomcat-embed-core | apache/tomcat | apache:tomcat | 8.5.78 9.0.44 9.0.62 9.0.71 9.0.83 10.1.5 10.1.16
maven/org.apache.struts/struts2-core | apache/struts | apache:struts | 2.3.20 2.3.32 2.5.10 2.5.26 2.5.33 6.3.0.2
maven/org.apache.kafka/kafka-clients | apache/kafka | apache:kafka | 2.3.1 2.8.1 3.1.0 3.3.1 3.4.0 3.6.0
maven/org.apache.maven/maven-core | apache/maven | apache:maven | 3.6.3 3.8.1 3.8.6 3.9.5
maven/org.apache.poi/poi | apache/poi | apache:poi | 3.17 4.1.2 5.2.2 5.2.3
maven/org.apache.pdfbox/pdfbox | apache/pdfbox | apache:pdfbox | 2.0.22 2.0.24 2.0.27 3.0.0
maven/org.apache.shiro/shiro-core | apache/shiro | apache:shiro | 1.4.0 1.7.1 1.10.0 1.13.0
maven/org.apache.zookeeper/zookeeper | apache/zookeeper | apache:zookeeper | 3.4.14 3.5.9 3.6.3 3.7.1 3.8.3
maven/io.netty/netty-codec-http | netty/netty | netty:netty | 4.1.48.Final 4.1.59.Final 4.1.71.Final 4.1.86.Final 4.1.94.Final 4.1.100.Final
maven/io.netty/netty-handler | netty/netty | | 4.1.48.Final 4.1.71.Final 4.1.86.Final 4.1.94.Final 4.1.100.Final
maven/org.eclipse.jetty/jetty-server | jetty/jetty.project | eclipse:jetty | 9.4.27.v20200227 9.4.41.v20210516 9.4.51.v20230217 11.0.15
maven/org.hibernate/hibernate-core | hibernate/hibernate-orm | hibernate:hibernate_orm | 5.3.18.Final 5.4.24.Final 5.6.9.Final 6.2.7.Final
maven/org.hibernate.validator/hibernate-validator | hibernate/hibernate-validator | redhat:hibernate_validator | 6.0.18.Final 6.2.0.Final 7.0.5.Final 8.0.1.Final
maven/com.h2database/h2 | h2database/h2database | h2database:h2 | 1.4.197 1.4.200 2.0.206 2.1.214 2.2.220 2.2.224
maven/org.postgresql/postgresql | pgjdbc/pgjdbc | postgresql:postgresql_jdbc_driver | 42.2.5 42.2.18 42.3.3 42.5.1 42.6.0 42.7.2
maven/mysql/mysql-connector-java | mysql/mysql-connector-j | oracle:mysql_connector\\/j | 5.1.49 8.0.21 8.0.28 8.0.33
maven/org.yaml/snakeyaml | https://bitbucket.org/snakeyaml/snakeyaml | snakeyaml_project:snakeyaml | 1.23 1.26 1.30 1.33 2.0 2.2
maven/com.squareup.okhttp3/okhttp | square/okhttp | squareup:okhttp | 3.14.9 4.9.1 4.9.3 4.10.0 4.12.0
maven/com.squareup.okio/okio | square/okio | squareup:okio | 1.17.2 2.8.0 3.4.0
maven/com.squareup.retrofit2/retrofit | square/retrofit | squareup:retrofit | 2.6.0 2.9.0 2.11.0
maven/org.bouncycastle/bcprov-jdk15on | bcgit/bc-java | bouncycastle:legion-of-the-bouncy-castle-java-crytography-api | 1.60 1.66 1.68 1.69 1.70
maven/junit/junit | junit-team/junit4 | junit:junit4 | 4.11 4.12 4.13 4.13.1 4.13.2
maven/org.junit.jupiter/junit-jupiter-api | junit-team/junit5 | | 5.6.2 5.8.2 5.9.3 5.10.1
maven/org.mockito/mockito-core | mockito/mockito | | 2.23.4 3.12.4 4.8.0 5.3.1
maven/org.projectlombok/lombok | projectlombok/lombok | | 1.18.12 1.18.20 1.18.24 1.18.30
maven/org.jetbrains.kotlin/kotlin-stdlib | jetbrains/kotlin | jetbrains:kotlin | 1.3.72 1.5.31 1.6.21 1.7.20 1.8.22 1.9.20
maven/com.thoughtworks.xstream/xstream | x-stream/xstream | xstream:xstream | 1.4.10 1.4.17 1.4.18 1.4.19 1.4.20
maven/org.codehaus.groovy/groovy-all | apache/groovy | apache:groovy | 2.4.21 2.5.14 3.0.9
maven/joda-time/joda-time | jodaorg/joda-time | | 2.9.9 2.10.5 2.12.5
maven/com.zaxxer/HikariCP | brettwooldridge/hikaricp | | 3.4.5 4.0.3 5.0.1
npm/lodash | lodash/lodash | lodash:lodash | 4.17.4 4.17.10 4.17.11 4.17.15 4.17.19 4.17.20 4.17.21
npm/express | expressjs/express | openjsf:express | 4.16.4 4.17.1 4.17.3 4.18.1 4.18.2 4.19.2 4.21.0 5.0.0
npm/react | facebook/react | facebook:react | 15.6.2 16.8.6 16.13.1 16.14.0 17.0.2 18.0.0 18.2.0 18.3.1 19.0.0
npm/react-dom | facebook/react | | 16.8.6 16.14.0 17.0.2 18.2.0 18.3.1 19.0.0
npm/vue | vuejs/core | vuejs:vue | 2.5.17 2.6.14 2.7.14 3.2.45 3.3.4 3.4.21
npm/%40angular/core | angular/angular | angular:angular | 8.2.14 9.1.13 10.2.5 11.2.14 12.2.17 13.3.12 14.2.12 15.2.9 16.2.12 17.0.2
npm/%40angular/common | angular/angular | | 8.2.14 11.2.14 13.3.12 15.2.9 17.0.2
npm/angular | angular/angular.js | angularjs:angular | 1.5.11 1.7.9 1.8.0 1.8.2 1.8.3
npm/jquery | jquery/jquery | jquery:jquery | 1.11.3 1.12.4 2.2.4 3.3.1 3.4.1 3.5.0 3.5.1 3.6.0 3.7.1
npm/bootstrap | twbs/bootstrap | getbootstrap:bootstrap | 3.3.7 3.4.1 4.3.1 4.6.2 5.1.3 5.2.3 5.3.2
npm/axios | axios/axios | axios:axios | 0.18.0 0.19.2 0.21.1 0.21.4 0.27.2 1.2.0 1.4.0 1.6.0 1.6.2 1.7.4
npm/moment | moment/moment | momentjs:moment | 2.22.2 2.24.0 2.29.1 2.29.2 2.29.4 2.30.1
npm/minimist | minimistjs/minimist | substack:minimist | 0.0.8 1.2.0 1.2.5 1.2.6 1.2.8
npm/webpack | webpack/webpack | webpack.js:webpack | 3.12.0 4.44.2 5.64.4 5.76.0 5.89.0
npm/typescript | microsoft/typescript | | 3.9.10 4.5.5 4.9.5 5.0.4 5.3.3
npm/eslint | eslint/eslint | | 6.8.0 7.32.0 8.23.0 8.56.0
npm/underscore | jashkenas/underscore | underscorejs:underscore | 1.8.3 1.9.1 1.12.1 1.13.6
npm/async | caolan/async | async_project:async | 2.6.3 2.6.4 3.2.0 3.2.4
npm/chalk | chalk/chalk | | 2.4.2 4.1.2 5.3.0
npm/commander | tj/commander.js | | 2.20.3 4.1.1 6.2.1 9.5.0 11.1.0
npm/debug | debug-js/debug | debug_project:debug | 2.6.8 2.6.9 3.2.7 4.1.1 4.3.4
npm/request | request/request | request_project:request | 2.83.0 2.88.0 2.88.2
npm/ws | websockets/ws | ws_project:ws | 5.2.2 6.2.2 7.4.6 7.5.9 8.5.0 8.14.2 8.17.1
npm/socket.io | socketio/socket.io | socket:socket.io | 2.3.0 2.4.1 3.1.2 4.5.4 4.7.2
npm/handlebars | handlebars-lang/handlebars.js | handlebarsjs:handlebars | 4.0.11 4.1.2 4.5.3 4.7.6 4.7.7 4.7.8
npm/semver | npm/node-semver | npmjs:semver | 5.7.1 6.3.0 6.3.1 7.3.5 7.5.2 7.5.4
npm/uuid | uuidjs/uuid | | 3.3.2 3.4.0 8.3.2 9.0.1
npm/node-fetch | node-fetch/node-fetch | node-fetch_project:node-fetch | 2.6.0 2.6.1 2.6.7 3.2.10
npm/jsonwebtoken | auth0/node-jsonwebtoken | auth0:jsonwebtoken | 8.5.1 9.0.0 9.0.2
npm/ejs | mde/ejs | ejs:ejs | 2.7.4 3.1.6 3.1.7 3.1.9
npm/marked | markedjs/marked | marked_project:marked | 0.3.6 0.7.0 2.0.1 4.0.10 4.3.0
npm/next | vercel/next.js | vercel:next.js | 10.2.3 11.1.3 12.3.1 13.4.12 13.5.6 14.1.1
npm/d3 | d3/d3 | | 4.13.0 5.16.0 6.7.0 7.8.5
npm/three | mrdoob/three.js | threejs:three.js | 0.125.2 0.137.5 0.150.1
npm/yargs-parser | yargs/yargs-parser | yargs:yargs-parser | 13.1.2 18.1.3 20.2.9 21.1.1
npm/tar | isaacs/node-tar | npmjs:tar | 4.4.13 4.4.19 6.1.11 6.2.1
npm/qs | ljharb/qs | qs_project:qs | 6.5.2 6.5.3 6.7.0 6.9.7 6.11.0
npm/node-forge | digitalbazaar/forge | digitalbazaar:forge | 0.10.0 1.0.0 1.3.0 1.3.1
npm/vite | vitejs/vite | vitejs:vite | 2.9.15 3.2.7 4.5.0 5.0.8
npm/postcss | postcss/postcss | postcss:postcss | 7.0.39 8.2.10 8.4.31
npm/glob | isaacs/node-glob | | 7.1.6 7.2.3 8.1.0 10.3.10
npm/rxjs | reactivex/rxjs | | 6.5.5 6.6.7 7.5.7 7.8.1
npm/zod | colinhacks/zod | | 3.19.1 3.21.4 3.22.4
npm/redis | redis/node-redis | redis:node-redis | 2.8.0 3.1.2 4.6.10
npm/pg | brianc/node-postgres | | 7.18.2 8.7.1 8.11.3
npm/mongoose | automattic/mongoose | mongoosejs:mongoose | 5.13.15 6.4.6 7.3.3 8.0.3
npm/sequelize | sequelize/sequelize | sequelizejs:sequelize | 5.22.5 6.19.1 6.35.1
npm/%40nestjs/core | nestjs/nest | nestjs:nest | 7.6.18 8.4.7 9.4.3 10.2.10
npm/%40babel/core | babel/babel | babeljs:babel | 7.12.3 7.16.0 7.21.4 7.23.2
npm/%40types/node | definitelytyped/definitelytyped | | 14.18.63 16.18.68 18.19.3 20.10.4
pypi/requests | psf/requests | python:requests | 2.18.4 2.20.0 2.22.0 2.25.1 2.27.1 2.28.1 2.31.0 2.32.3
pypi/django | django/django | djangoproject:django | 1.11.29 2.2.28 3.1.14 3.2.12 3.2.18 4.0.4 4.1.7 4.2.0 4.2.7 5.0.0
pypi/flask | pallets/flask | palletsprojects:flask | 0.12.2 1.0.4 1.1.2 2.0.1 2.2.2 2.2.5 2.3.3 3.0.0
pypi/jinja2 | pallets/jinja | palletsprojects:jinja | 2.10.1 2.11.3 3.0.3 3.1.2 3.1.3 3.1.4
pypi/werkzeug | pallets/werkzeug | palletsprojects:werkzeug | 0.16.1 1.0.1 2.0.3 2.2.3 3.0.1
pypi/numpy | numpy/numpy | numpy:numpy | 1.16.4 1.18.5 1.19.5 1.21.6 1.22.0 1.23.5 1.24.3 1.26.2 2.0.0
pypi/pandas | pandas-dev/pandas | | 0.25.3 1.1.5 1.3.5 1.5.3 2.0.3 2.1.4
pypi/scipy | scipy/scipy | scipy:scipy | 1.4.1 1.7.3 1.9.3 1.11.4
pypi/scikit-learn | scikit-learn/scikit-learn | scikit-learn:scikit-learn | 0.22.2 0.24.2 1.0.2 1.2.2 1.3.2
pypi/matplotlib | matplotlib/matplotlib | | 3.1.3 3.3.4 3.5.3 3.8.2
pypi/tensorflow | tensorflow/tensorflow | google:tensorflow | 1.15.5 2.4.4 2.8.0 2.11.0 2.15.0
pypi/torch | pytorch/pytorch | linuxfoundation:pytorch | 1.7.1 1.10.2 1.13.1 2.0.1 2.1.2
pypi/pillow | python-pillow/pillow | python:pillow | 5.4.1 6.2.2 7.2.0 8.4.0 9.0.1 9.3.0 10.0.1 10.2.0
pypi/urllib3 | urllib3/urllib3 | python:urllib3 | 1.24.3 1.25.11 1.26.5 1.26.14 1.26.18 2.0.7 2.1.0
pypi/cryptography | pyca/cryptography | cryptography.io:cryptography | 2.9.2 3.3.2 3.4.8 38.0.4 39.0.1 41.0.7 42.0.4
pypi/pyyaml | yaml/pyyaml | pyyaml:pyyaml | 3.13 5.1 5.3.1 5.4.1 6.0 6.0.1
pypi/setuptools | pypa/setuptools | python:setuptools | 40.8.0 58.1.0 65.5.0 65.5.1 68.2.2 69.0.2
pypi/pip | pypa/pip | pypa:pip | 9.0.3 18.1 20.2.4 21.1 22.3.1 23.3.1
pypi/certifi | certifi/python-certifi | certifi:certifi | 2020.12.5 2021.10.8 2022.12.7 2023.7.22 2023.11.17
pypi/six | benjaminp/six | | 1.12.0 1.15.0 1.16.0
pypi/boto3 | boto/boto3 | | 1.17.112 1.24.96 1.28.85 1.34.0
pypi/sqlalchemy | sqlalchemy/sqlalchemy | sqlalchemy:sqlalchemy | 1.2.19 1.3.24 1.4.46 2.0.23
pypi/celery | celery/celery | celeryproject:celery | 4.4.7 5.1.2 5.2.7 5.3.6
pypi/fastapi | fastapi/fastapi | tiangolo:fastapi | 0.65.2 0.88.0 0.104.1 0.109.1
pypi/pydantic | pydantic/pydantic | pydantic:pydantic | 1.8.2 1.10.13 2.5.2
pypi/aiohttp | aio-libs/aiohttp | aiohttp:aiohttp | 3.7.4 3.8.1 3.8.5 3.9.2
pypi/lxml | lxml/lxml | lxml:lxml | 4.2.5 4.6.3 4.6.5 4.9.3
pypi/paramiko | paramiko/paramiko | paramiko:paramiko | 2.4.2 2.7.2 2.10.1 3.4.0
pypi/ansible | ansible/ansible | redhat:ansible | 2.9.27 4.10.0 7.7.0
pypi/idna | kjd/idna | | 2.10 3.3 3.4 3.6
pypi/python-dateutil | dateutil/dateutil | | 2.8.0 2.8.1 2.8.2
pypi/gunicorn | benoitc/gunicorn | gunicorn:gunicorn | 19.9.0 20.0.4 20.1.0 21.2.0
pypi/tornado | tornadoweb/tornado | tornadoweb:tornado | 5.1.1 6.1 6.3.3
pypi/markupsafe | pallets/markupsafe | | 1.1.1 2.0.1 2.1.3
pypi/click | pallets/click | | 7.1.2 8.0.4 8.1.7
gem/rails | rails/rails | rubyonrails:rails | 4.2.11 5.2.6 6.0.6 6.1.4 6.1.7 7.0.4 7.0.8 7.1.2
gem/rack | rack/rack | rack:rack | 1.6.13 2.0.9 2.2.3 2.2.6 3.0.8
gem/nokogiri | sparklemotion/nokogiri | nokogiri:nokogiri | 1.10.10 1.11.7 1.13.6 1.13.10 1.15.5
gem/devise | heartcombo/devise | plataformatec:devise | 4.7.1 4.8.1 4.9.3
gem/puma | puma/puma | puma:puma | 3.12.6 4.3.12 5.6.4 6.4.0
gem/sinatra | sinatra/sinatra | sinatrarb:sinatra | 2.0.8 2.2.3 3.1.0
gem/bundler | rubygems/rubygems | bundler:bundler | 1.17.3 2.2.33 2.4.22
gem/jekyll | jekyll/jekyll | jekyllrb:jekyll | 3.9.3 4.2.2 4.3.2
golang/github.com/gin-gonic/gin | gin-gonic/gin | gin-gonic:gin | v1.6.3 v1.7.7 v1.8.2 v1.9.1
golang/github.com/sirupsen/logrus | sirupsen/logrus | | v1.4.2 v1.8.1 v1.9.3
golang/github.com/spf13/cobra | spf13/cobra | | v1.1.3 v1.6.1 v1.8.0
golang/github.com/gorilla/mux | gorilla/mux | | v1.7.4 v1.8.0 v1.8.1
golang/github.com/gorilla/websocket | gorilla/websocket | gorillatoolkit:websocket | v1.4.2 v1.5.0 v1.5.1
golang/github.com/prometheus/client_golang | prometheus/client_golang | prometheus:client_golang | v1.7.1 v1.11.1 v1.14.0 v1.17.0
golang/github.com/stretchr/testify | stretchr/testify | | v1.7.0 v1.8.1 v1.8.4
golang/golang.org/x/crypto | golang/crypto | golang:crypto | v0.0.0-20220314234659-1baeb1ce4c0b v0.14.0 v0.17.0
golang/golang.org/x/net | golang/net | golang:networking | v0.7.0 v0.17.0 v0.23.0
golang/golang.org/x/text | golang/text | golang:text | v0.3.7 v0.3.8 v0.14.0
golang/github.com/docker/docker | moby/moby | mobyproject:moby | v20.10.24 v23.0.3 v24.0.7
golang/k8s.io/client-go | kubernetes/client-go | | v0.22.2 v0.26.1 v0.28.4
golang/github.com/golang-jwt/jwt | golang-jwt/jwt | | v3.2.2 v4.5.0
golang/google.golang.org/grpc | grpc/grpc-go | grpc:grpc | v1.38.0 v1.56.3 v1.59.0
cargo/serde | serde-rs/serde | | 1.0.130 1.0.152 1.0.193
cargo/tokio | tokio-rs/tokio | tokio:tokio | 1.8.4 1.18.4 1.24.2 1.34.0
cargo/rand | rust-random/rand | | 0.7.3 0.8.5
cargo/regex | rust-lang/regex | rust-lang:regex | 1.5.4 1.5.5 1.10.2
cargo/hyper | hyperium/hyper | hyper:hyper | 0.14.9 0.14.27 1.0.1
cargo/openssl | sfackler/rust-openssl | rust-openssl_project:openssl | 0.10.48 0.10.60
nuget/newtonsoft.json | jamesnk/newtonsoft.json | newtonsoft:json.net | 9.0.1 10.0.3 11.0.2 12.0.3 13.0.1 13.0.3
nuget/serilog | serilog/serilog | | 2.8.0 2.10.0 2.12.0 3.1.1
nuget/log4net | apache/logging-log4net | apache:log4net | 2.0.5 2.0.8 2.0.10 2.0.15
nuget/nlog | nlog/nlog | | 4.5.11 4.7.15 5.2.7
nuget/automapper | automapper/automapper | | 8.1.1 10.1.1 12.0.1
nuget/dapper | dapperlib/dapper | | 1.60.6 2.0.123 2.1.24
nuget/system.text.json | dotnet/runtime | | 4.7.2 5.0.2 6.0.0 8.0.0
nuget/microsoft.aspnetcore.app | dotnet/aspnetcore | microsoft:asp.net_core | 2.2.8
nuget/nunit | nunit/nunit | | 3.12.0 3.13.3 4.0.1
composer/symfony/symfony | symfony/symfony | sensiolabs:symfony | v4.4.49 v5.4.31 v6.3.8
composer/laravel/framework | laravel/framework | laravel:framework | v6.20.26 v8.83.27 v9.52.16 v10.35.0
composer/guzzlehttp/guzzle | guzzle/guzzle | guzzlephp:guzzle | 6.5.8 7.4.5 7.8.0
composer/monolog/monolog | seldaek/monolog | | 1.27.1 2.9.1 3.5.0
composer/phpmailer/phpmailer | phpmailer/phpmailer | phpmailer_project:phpmailer | v5.2.28 v6.5.0 v6.9.1
deb/debian/openssl conan/openssl | openssl/openssl | openssl:openssl | 1.0.1e 1.0.2k 1.0.2u 1.1.0l 1.1.1d 1.1.1k 1.1.1n 1.1.1w 3.0.2 3.0.7 3.0.11 3.1.4 3.2.0 3.3.1
deb/debian/curl | curl/curl | haxx:curl | 7.58.0 7.61.1 7.64.0 7.68.0 7.74.0 7.79.1 7.81.0 7.88.1 8.0.1 8.4.0 8.5.0
conan/libcurl | curl/curl | haxx:libcurl | 7.61.1 7.68.0 7.79.1 7.88.1 8.4.0
deb/debian/zlib conan/zlib | madler/zlib | zlib:zlib | 1.2.8 1.2.11 1.2.12 1.2.13 1.3 1.3.1
deb/debian/nginx | nginx/nginx | f5:nginx | 1.14.2 1.16.1 1.18.0 1.20.1 1.21.6 1.22.1 1.24.0 1.25.3
deb/debian/apache2 | apache/httpd | apache:http_server | 2.4.25 2.4.38 2.4.41 2.4.48 2.4.52 2.4.54 2.4.57 2.4.58
deb/debian/sqlite3 conan/sqlite3 | sqlite/sqlite | sqlite:sqlite | 3.22.0 3.31.1 3.36.0 3.39.2 3.40.1 3.44.2
deb/debian/libxml2 conan/libxml2 | https://gitlab.gnome.org/gnome/libxml2 | xmlsoft:libxml2 | 2.9.4 2.9.10 2.9.12 2.9.14 2.10.3 2.12.3
deb/debian/expat conan/expat | libexpat/libexpat | libexpat_project:libexpat | 2.2.6 2.2.9 2.4.1 2.4.7 2.5.0 2.6.2
deb/debian/libpng1.6 conan/libpng | pnggroup/libpng | libpng:libpng | 1.6.34 1.6.37 1.6.39 1.6.40
deb/debian/libjpeg-turbo conan/libjpeg-turbo | libjpeg-turbo/libjpeg-turbo | libjpeg-turbo:libjpeg-turbo | 1.5.3 2.0.6 2.1.2 3.0.1
deb/debian/busybox | mirror/busybox | busybox:busybox | 1.22.1 1.27.2 1.31.1 1.33.1 1.35.0 1.36.1
deb/debian/bash | | gnu:bash | 4.3 4.4 5.0 5.1 5.2
deb/debian/glibc | | gnu:glibc | 2.23 2.27 2.28 2.31 2.33 2.35 2.36 2.38
deb/debian/openssh | openssh/openssh-portable | openbsd:openssh | 7.4 7.9p1 8.2p1 8.4p1 8.9p1 9.2p1 9.5
deb/debian/git | git/git | git-scm:git | 2.17.1 2.25.1 2.30.2 2.34.1 2.39.2 2.43.0
deb/debian/vim | vim/vim | vim:vim | 8.1 8.2.2434 9.0.1378 9.1.0
deb/debian/sudo | sudo-project/sudo | sudo_project:sudo | 1.8.27 1.9.5p2 1.9.13p3 1.9.15
deb/debian/systemd | systemd/systemd | systemd_project:systemd | 241 247 249 252 255
deb/debian/linux | torvalds/linux | linux:linux_kernel o | 4.19 5.4 5.10 5.15 6.1 6.6
deb/debian/postgresql-15 | postgres/postgres | postgresql:postgresql | 9.6.24 10.23 11.22 12.17 13.13 14.10 15.5 16.1
deb/debian/redis | redis/redis | redis:redis | 5.0.14 6.0.16 6.2.6 7.0.12 7.2.3
deb/debian/mariadb | mariadb/server | mariadb:mariadb | 10.3.39 10.5.23 10.6.16 10.11.6 11.2.2
| mysql/mysql-server | oracle:mysql | 5.7.44 8.0.21 8.0.28 8.0.35
| mongodb/mongo | mongodb:mongodb | 4.2.24 4.4.18 5.0.14 6.0.12 7.0.4
| elastic/elasticsearch | elastic:elasticsearch | 6.8.23 7.10.2 7.17.9 8.5.3 8.11.1
deb/debian/ffmpeg conan/ffmpeg | ffmpeg/ffmpeg | ffmpeg:ffmpeg | 3.4.8 4.1.11 4.4.2 5.1.4 6.0 6.1
deb/debian/imagemagick | imagemagick/imagemagick | imagemagick:imagemagick | 6.9.10-23 6.9.11-60 7.1.1-21
| python/cpython | python:python | 2.7.18 3.6.15 3.7.17 3.8.18 3.9.18 3.10.13 3.11.6 3.12.0
| nodejs/node | nodejs:node.js | 12.22.12 14.21.3 16.20.2 18.18.2 20.10.0
| golang/go | golang:go | 1.17.13 1.18.10 1.19.13 1.20.11 1.21.4
| php/php-src | php:php | 5.6.40 7.2.34 7.4.33 8.0.30 8.1.25 8.2.12
| openjdk/jdk | oracle:openjdk | 8 11.0.21 17.0.9 21.0.1
| kubernetes/kubernetes | kubernetes:kubernetes | 1.22.17 1.24.17 1.26.11 1.28.4
| jenkinsci/jenkins | jenkins:jenkins | 2.289.3 2.361.4 2.401.3 2.426.1
| wordpress/wordpress-develop | wordpress:wordpress | 5.8.3 5.9.5 6.1.1 6.3.2 6.4.1
conan/boost | boostorg/boost | boost:boost | 1.65.1 1.71.0 1.74.0 1.78.0 1.83.0
conan/protobuf | protocolbuffers/protobuf | google:protobuf | 3.6.1 3.12.4 3.19.4 3.21.12 25.1
conan/mbedtls | mbed-tls/mbedtls | arm:mbed_tls | 2.16.12 2.28.3 3.5.0
conan/wolfssl | wolfssl/wolfssl | wolfssl:wolfssl | 4.8.1 5.5.4 5.6.4
conan/freertos | freertos/freertos-kernel | amazon:freertos | 10.2.1 10.4.3 10.5.1
conan/lwip | lwip-tcpip/lwip | lwip_project:lwip | 2.0.3 2.1.2 2.1.3
conan/qt | qt/qtbase | qt:qt | 5.9.7 5.12.12 5.15.2 6.2.4 6.5.3
conan/opencv | opencv/opencv | opencv:opencv | 3.4.20 4.5.5 4.8.1
docker/library/alpine | alpinelinux/docker-alpine | alpinelinux:alpine_linux o | 3.14 3.16 3.17 3.18 3.19
`;
